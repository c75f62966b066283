// Relaxed games over classes of positions: docs/prover.md, sections 1 to 5.
//
// Names follow that text: a level's n, l and f; a card's precision e; a tracked card's value v.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "control.hpp"

namespace spiderpos {

using std::vector;
typedef uint8_t u8;
typedef uint64_t u64;
typedef uint32_t u32;

// Values of tracked cards that are no card: its level is fluid; a natural card lies on it; one
// that isn't natural; it isn't in play.
enum : u8 { FREE = 255, NAT = 254, UNN = 253, OUT = 252 };
const int MAXC = 10, MAXN = 104;
// The most cards of one rank: two decks hold eight.
const int MAXR = 8;
// Precisions of a card.
enum : u8 { BLIND, SHALLOW, KEPT, DEEP };
// A blind card on the table is written as this plus its rank; a tracked one as its number.
const int BLIND_CARD = 128;

struct Goal {
  int spaces = 0;              // at least so many spaces at once (0: no such goal)
  int need[4] = {0, 0, 0, 0};  // so many suits of each removed
  int any = 0;                 // so many suits removed
  int turn = 0;                // so many cards turned up
  int turncol = -1;            // one turned up in this column
  int maxturn = 99;            // no more than so many turned up
  bool nospace = false;  // no step may leave more spaces than before it, the last one excepted
  int forbid = 0;        // mask of suits that may not be removed
  int maxother = 99;     // suits removed that are not needed by the goal
};

struct Problem {
  int N = 0, ncol = 0;
  u8 rank[MAXN], suit[MAXN];
  vector<vector<int>> seg[MAXC];  // an unknown card has rank 0: it moves only into a space
  int ndown[MAXC];
  vector<int> down[MAXC], up[MAXC];  // ids
  vector<int> byrank[15];
  Goal goal;
};

inline void build(Problem& P, const vector<vector<int>>& dn, const vector<vector<int>>& up) {
  P.ncol = dn.size();
  P.N = 0;
  for (int i = 0; i < P.ncol; i++) {
    P.seg[i].clear();
    P.down[i].clear();
    P.up[i].clear();
    auto mk = [&](int code) {
      P.rank[P.N] = code >> 2;
      P.suit[P.N] = code & 3;
      return P.N++;
    };
    for (int c : dn[i]) {
      int id = mk(c);
      P.down[i].push_back(id);
      P.seg[i].push_back({id});
    }
    P.ndown[i] = dn[i].size();
    bool first = true;
    int prev = -1;
    for (int c : up[i]) {
      int id = mk(c);
      P.up[i].push_back(id);
      if (!first && P.rank[id] && P.rank[id] + 1 == P.rank[prev])
        P.seg[i].back().push_back(id);
      else
        P.seg[i].push_back({id});
      first = false;
      prev = id;
    }
  }
  for (int r = 0; r < 15; r++) P.byrank[r].clear();
  for (int c = 0; c < P.N; c++) P.byrank[P.rank[c]].push_back(c);
}

struct State {
  u8 rem[MAXC];
  u8 nt;
  u8 T[MAXC];
  u64 gone[2];
  u8 v[MAXN];
  bool isgone(int c) const { return gone[c >> 6] >> (c & 63) & 1; }
  void setgone(int c) { gone[c >> 6] |= 1ull << (c & 63); }
  void tadd(u8 code) {
    int i = nt++;
    while (i > 0 && T[i - 1] > code) {
      T[i] = T[i - 1];
      i--;
    }
    T[i] = code;
  }
  void tdel(u8 code) {
    int i = 0;
    while (T[i] != code) i++;
    for (nt--; i < nt; i++) T[i] = T[i + 1];
    T[nt] = 0;
  }
};

enum { DIG_LINK, DIG_TAB, TO_TAB, FROM_TAB, REM };
struct Label {
  u8 type, a, b, turned;  // turned: 0, or column+1
  bool operator==(const Label& o) const { return type == o.type && a == o.a && b == o.b; }
};

struct Counts {
  int n[15], junk[15], tab[15], linked[15], fr[15], trl[15];
  u8 st[MAXN];  // 0 out, 1 linked (or an untracked card on the table), 2 junk anchor, 3 tracked on
                // the table
  bool mov[MAXN];
  int spaces;
  int nrem[4];  // suits removed
};

struct Successor {
  Label l;
  State s;
  bool goal;
};

struct Game {
  const Problem& P;
  Control& control;
  u8 e[MAXN];
  vector<int> tracked;
  int W, gb;
  bool canremove, norm = true;
  bool relevant[15];
  size_t limit =
      20000;  // successors of a class; more are an overflow, and the search proves nothing
  bool overflow = false;
  const Label* only = nullptr;  // expand only this step
  const State* want = nullptr;
  const u8* wante = nullptr;  // a guide for arrangements (all cards deep)
  bool skip(int type, int a) const { return only && (only->type != type || only->a != a); }
  Game(const Problem& p, const u8* ee, Control& c) : P(p), control(c) {
    memcpy(e, ee, MAXN);
    for (int c = 0; c < P.N; c++)
      if (!P.rank[c]) e[c] = 0;
    for (int c = 0; c < P.N; c++)
      if (e[c]) tracked.push_back(c);
    memset(relevant, 0, sizeof relevant);
    for (int c : tracked) {
      relevant[P.rank[c]] = true;
      relevant[P.rank[c] - 1] = true;
    }
    if (P.goal.nospace) norm = false;
    gb = (P.N + 7) / 8;
    canremove = false;
    for (int s = 0; s < 4; s++) {
      int m = 0;
      for (int c = 0; c < P.N; c++)
        if (P.suit[c] == s) m |= 1 << P.rank[c];
      if ((m & 0x3ffe) == 0x3ffe) canremove = true;
    }
    W = P.ncol * 2 + 1 + (canremove ? gb : 0) + tracked.size();
  }
  void pack(const State& s, u8* b) const {
    memcpy(b, s.rem, P.ncol);
    b += P.ncol;
    *b++ = s.nt;
    memset(b, 0, P.ncol);
    memcpy(b, s.T, s.nt);
    b += P.ncol;
    if (canremove) {
      memcpy(b, s.gone, gb);
      b += gb;
    }
    for (int c : tracked) *b++ = s.v[c];
  }
  void unpack(const u8* b, State& s) const {
    memcpy(s.rem, b, P.ncol);
    b += P.ncol;
    s.nt = *b++;
    memset(s.T, 0, sizeof s.T);
    memcpy(s.T, b, s.nt);
    b += P.ncol;
    s.gone[0] = s.gone[1] = 0;
    if (canremove) {
      memcpy(s.gone, b, gb);
      b += gb;
    }
    for (int c : tracked) s.v[c] = *b++;
  }
  u8 code(int id) const { return e[id] ? id : BLIND_CARD + P.rank[id]; }

  void counts(const State& s, Counts& I) const {
    memset(I.n, 0, sizeof I.n);
    memset(I.junk, 0, sizeof I.junk);
    memset(I.tab, 0, sizeof I.tab);
    memset(I.trl, 0, sizeof I.trl);
    memset(I.st, 0, P.N);
    int slots = 0;
    for (int i = 0; i < P.ncol; i++) {
      int rem = s.rem[i];
      if (!rem) slots++;
      int m = P.seg[i].size();
      for (int k = rem ? rem - 1 : 0; k < m; k++) {
        const vector<int>& g = P.seg[i][k];
        for (size_t j = 0; j < g.size(); j++) {
          int c = g[j];
          if (s.isgone(c)) continue;
          bool anchor = rem && k == rem - 1 && j == 0;
          I.st[c] = anchor ? 2 : 1;
          I.n[P.rank[c]]++;
          if (anchor) I.junk[P.rank[c]]++;
        }
      }
    }
    I.spaces = slots - s.nt;
    for (int i = 0; i < s.nt; i++) {
      if (s.T[i] < BLIND_CARD) {
        I.st[s.T[i]] = 3;
        I.tab[P.rank[s.T[i]]]++;
      } else
        I.tab[s.T[i] - BLIND_CARD]++;
    }
    for (int r = 1; r <= 13; r++) I.linked[r] = I.n[r] - I.junk[r] - I.tab[r];
    for (int r = 1; r <= 12; r++) I.fr[r] = I.n[r + 1] - I.linked[r];
    I.fr[0] = 1;
    I.fr[13] = 0;
    for (int c : tracked)
      if (I.st[c] == 1) I.trl[P.rank[c]]++;
    for (int q = 0; q < 4; q++) I.nrem[q] = 0;
    if (s.gone[0] | s.gone[1])
      for (int c : P.byrank[13])
        if (s.isgone(c)) I.nrem[P.suit[c]]++;
  }
  bool movable(const State& s, const Counts& I, int x) const {
    if (!e[x]) return true;
    int R = P.rank[x];
    if (R == 1) return true;
    u8 v = s.v[x];
    if (v == FREE) return true;
    if (I.fr[R - 1] > 0) return v < BLIND_CARD ? I.mov[v] : true;
    if (v == NAT) return true;
    if (v == UNN) return false;
    return P.suit[v] == P.suit[x] && I.mov[v];
  }
  // thaw: bring to canonical form; computes I
  void canon(State& s, Counts& I) const {
    counts(s, I);
    if (norm) {  // normal form: untracked cards leave the table where that costs nothing
      bool ch = false;
      for (int k = 0; k < s.nt; k++)
        if (s.T[k] > BLIND_CARD && s.T[k] < BLIND_CARD + 13) {
          int r = s.T[k] - BLIND_CARD;
          if (I.fr[r] >= (relevant[r] ? 2 : 1)) {
            s.tdel(BLIND_CARD + r);
            I.fr[r]--;
            k--;
            ch = true;
          }
        }
      if (ch) counts(s, I);
    }
    for (int R = 1; R <= 13; R++)
      for (int x : P.byrank[R]) {
        if (!e[x]) {
          I.mov[x] = true;
          continue;
        }
        if (!I.st[x]) {
          s.v[x] = OUT;
          I.mov[x] = false;
          continue;
        }
        if (R == 1) {
          s.v[x] = FREE;
          I.mov[x] = true;
          continue;
        }
        u8& v = s.v[x];
        if (I.fr[R - 1] > 0) {
          if (v < BLIND_CARD && !I.mov[v])
            I.mov[x] = false;
          else {
            v = FREE;
            I.mov[x] = true;
          }
        } else {
          if (v == FREE || v == OUT)
            throw std::logic_error("a frozen level with a value that is free");
          I.mov[x] = v == NAT || (v < BLIND_CARD && P.suit[v] == P.suit[x] && I.mov[v]);
        }
      }
  }
  void info(const State& s, Counts& I) const {
    counts(s, I);
    for (int R = 1; R <= 13; R++)
      for (int x : P.byrank[R]) I.mov[x] = I.st[x] ? movable(s, I, x) : false;
    for (int c = 0; c < P.N; c++)
      if (!e[c]) I.mov[c] = true;
  }
  void putseg(State& s, const vector<int>& g) const {
    for (size_t j = 0; j < g.size(); j++) {
      int x = g[j];
      if (!e[x]) continue;
      if (j + 1 == g.size())
        s.v[x] = FREE;
      else {
        int c = g[j + 1];
        if (e[x] >= KEPT && e[c])
          s.v[x] = c;
        else
          s.v[x] = P.suit[c] == P.suit[x] ? NAT : UNN;
      }
    }
  }
  // the last segment of column i has left; bring the next one into play
  void expose(State& s, int i) const {
    int k = --s.rem[i];
    if (k < 1) return;
    const vector<int>& g = P.seg[i][k - 1];
    putseg(s, g);
    if (k == 1) {
      s.rem[i] = 0;
      s.tadd(code(g[0]));
    }
  }
  void initial(State& s) const {
    memset(&s, 0, sizeof s);
    memset(s.v, OUT, sizeof s.v);
    for (int i = 0; i < P.ncol; i++) {
      s.rem[i] = P.seg[i].size() + 1;
      if (s.rem[i] == 1)
        s.rem[i] = 0;
      else
        expose(s, i);
    }
    // a face-down card at the very bottom of a column (no card up) does not occur
    Counts I;
    canon(s, I);
  }

  typedef std::function<void(State&)> Cont;

  // Cards of rank R and above that have become stuck stay where they are
  void stick(int R, State& s, const Counts& old, bool* nm, const Cont& cont) {
    if (overflow) return;
    if (R > 13) {
      cont(s);
      return;
    }
    bool any = false;
    int L[MAXR], nl = 0;
    for (int x : P.byrank[R])
      if (e[x] && old.st[x] && old.mov[x] && !nm[x]) {
        any = true;
        if (old.st[x] == 1) L[nl++] = x;
      }
    if (!any || R == 13) {
      cont(s);
      return;
    }
    if (old.fr[R] > 0) {
      int deepfree[MAXR], nd = 0, nondeep = 0, used = 0;
      for (int p : P.byrank[R + 1])
        if (old.st[p]) {
          if (e[p] == DEEP) {
            if (s.v[p] == FREE) deepfree[nd++] = p;
          } else if (e[p] < KEPT || s.v[p] >= BLIND_CARD)
            nondeep++;
        }
      // stuck ones elsewhere before
      for (int x : P.byrank[R])
        if (e[x] && old.st[x] == 1 && !old.mov[x]) {
          bool at = false;
          for (int p : P.byrank[R + 1])
            if (e[p] >= KEPT && old.st[p] && s.v[p] == x) at = true;
          if (!at) used++;
        }
      std::function<void(int, int)> rec = [&](int k, int used) {
        if (k == nl) {
          stick(R + 1, s, old, nm, cont);
          return;
        }
        if (used < nondeep) rec(k + 1, used + 1);
        int must = -1;
        if (want)
          for (int j = 0; j < nd; j++)
            if (want->v[deepfree[j]] == L[k]) must = deepfree[j];
        for (int j = 0; j < nd; j++) {
          int p = deepfree[j];
          if (s.v[p] != FREE) continue;
          if (must >= 0 ? p != must
                        : want && wante[p] == DEEP && want->v[p] != L[k] && want->v[p] != FREE)
            continue;
          s.v[p] = L[k];
          nm[p] = false;
          rec(k + 1, used);
          s.v[p] = FREE;
          nm[p] = true;
        }
      };
      rec(0, used);
    } else {
      int ch[MAXR], nc = 0;
      for (int p : P.byrank[R + 1])
        if (e[p] >= KEPT && old.st[p] && s.v[p] < BLIND_CARD && nm[p] && !nm[s.v[p]]) {
          nm[p] = false;
          ch[nc++] = p;
        }
      stick(R + 1, s, old, nm, cont);
      while (nc) nm[ch[--nc]] = true;
    }
  }

  vector<int> blame;
  void chase(const State& s, const Counts& I, int x, vector<int>& out) const {
    while (P.rank[x] > 1) {
      out.push_back(x);
      u8 v = s.v[x];
      if (v >= BLIND_CARD) break;
      if (I.fr[P.rank[x] - 1] <= 0 && P.suit[v] != P.suit[x]) break;
      x = v;
    }
  }
  // all cards deep: arrangements that meet the guide, the rest filled in one way
  void guided(State& s, const Counts& old, int r, vector<int>& slot, vector<int>& C, int* slots,
              int ns, const Cont& cont) {
    if (slot.size() != C.size()) return;
    vector<int> w;
    bool bad = false;
    for (int x : slot)
      if (want->v[x] < BLIND_CARD) {
        if (std::find(C.begin(), C.end(), want->v[x]) != C.end())
          w.push_back(x);
        else {
          chase(s, old, want->v[x], blame);
          bad = true;
        }
      }
    if (bad) return;
    for (int x : slot)
      if (want->v[x] == NAT) w.push_back(x);
    vector<int> left = C;
    std::function<void(size_t)> rec = [&](size_t k) {
      if (overflow) return;
      if (k == w.size()) {
        vector<int> l2 = left, filled;
        for (int pass = 0; pass < 2; pass++)
          for (int x : slot)
            if (s.v[x] == FREE) {
              int b = -1;
              for (size_t j = 0; j < l2.size(); j++)
                if (pass || P.suit[l2[j]] == P.suit[x]) {
                  b = j;
                  break;
                }
              if (b >= 0) {
                s.v[x] = l2[b];
                l2.erase(l2.begin() + b);
                filled.push_back(x);
              }
            }
        bool nm[MAXN];
        memcpy(nm, old.mov, sizeof nm);
        for (int k = 0; k < ns; k++) {
          int x = slots[k];
          u8 v = s.v[x];
          nm[x] = v < BLIND_CARD && P.suit[v] == P.suit[x] && old.mov[v];
        }
        stick(r + 1, s, old, nm, cont);
        for (int x : filled) s.v[x] = FREE;
        return;
      }
      int x = w[k];
      bool any = false;
      for (size_t j = 0; j < left.size(); j++) {
        int c = left[j];
        if (want->v[x] < BLIND_CARD ? c != want->v[x] : P.suit[c] != P.suit[x]) continue;
        any = true;
        left.erase(left.begin() + j);
        s.v[x] = c;
        rec(k + 1);
        s.v[x] = FREE;
        left.insert(left.begin() + j, c);
      }
      if (!any)
        for (int c : P.byrank[r])
          if (P.suit[c] == P.suit[x] && old.st[c] == 1 && !old.mov[c]) chase(s, old, c, blame);
    };
    rec(0);
  }

  // level r freezes as h lands on it
  void freeze(State s, const Counts& old, int r, int h, const Cont& cont) {
    int slots[MAXR], ns = 0;
    int nondeep = 0;
    vector<int> deepfree, shallow;
    for (int x : P.byrank[r + 1])
      if (old.st[x]) {
        slots[ns++] = x;
        if (e[x] == DEEP) {
          if (s.v[x] == FREE) deepfree.push_back(x);
        } else if (e[x] < KEPT || s.v[x] >= BLIND_CARD) {
          nondeep++;
          if (e[x]) shallow.push_back(x);
        }
      }
    vector<int> C;
    int u[4] = {0, 0, 0, 0}, w[4] = {0, 0, 0, 0};
    int used = 0, trl = 0;
    for (int c : P.byrank[r]) {
      bool lin = old.st[c] == 1 || c == h;
      if (!lin) continue;
      if (!e[c]) {
        u[P.suit[c]]++;
        continue;
      }
      trl++;
      if (old.mov[c])
        C.push_back(c);
      else {
        bool at = false;
        for (int k = 0; k < ns; k++)
          if (e[slots[k]] >= KEPT && s.v[slots[k]] == c) at = true;
        if (!at) {
          used++;
          w[P.suit[c]]++;
        }
      }
    }
    // h untracked that came from the table is already counted in u (st 1)
    int unl = old.linked[r] + 1 - trl;  // untracked cards linked after the step
    bool nm[MAXN];
    auto leaf = [&]() {
      // NAT or UNN for the rest: per suit all maximal choices
      vector<int> rest;
      int nd = 0;
      for (int x : deepfree)
        if (s.v[x] == FREE) {
          rest.push_back(x);
          nd++;
        }
      if (nd > unl) return;
      vector<int> sets[4];
      vector<vector<int>> mem(4);
      for (int q = 0; q < 4; q++) {
        vector<int> m;
        int na = 0;
        for (int x : rest)
          if (P.suit[x] == q) {
            m.push_back(x);
            na++;
          }
        for (int x : shallow)
          if (P.suit[x] == q) m.push_back(x);
        int nb = m.size() - na;
        int rk = std::min(std::min(na, u[q]) + nb, u[q] + w[q]);
        for (int b = 0; b < 1 << m.size(); b++)
          if (__builtin_popcount(b) == rk && __builtin_popcount(b & ((1 << na) - 1)) <= u[q])
            sets[q].push_back(b);
        mem[q] = m;
      }
      size_t id[4] = {0, 0, 0, 0};
      for (;;) {
        for (int q = 0; q < 4; q++) {
          int b = sets[q][id[q]];
          for (size_t k = 0; k < mem[q].size(); k++) s.v[mem[q][k]] = b >> k & 1 ? NAT : UNN;
        }
        memcpy(nm, old.mov, sizeof nm);
        for (int k = 0; k < ns; k++) {
          int x = slots[k];
          if (!e[x]) continue;
          u8 v = s.v[x];
          nm[x] = v == NAT || (v < BLIND_CARD && P.suit[v] == P.suit[x] && old.mov[v]);
        }
        stick(r + 1, s, old, nm, cont);
        int q = 0;
        while (q < 4 && ++id[q] == sets[q].size()) id[q++] = 0;
        if (q == 4) break;
      }
      for (int x : rest) s.v[x] = FREE;
      for (int x : shallow) s.v[x] = FREE;
    };
    if (want) {
      guided(s, old, r, deepfree, C, slots, ns, cont);
      return;
    }
    std::function<void(size_t, int)> rec = [&](size_t k, int used) {
      if (overflow) return;
      if (k == C.size()) {
        leaf();
        return;
      }
      int c = C[k];
      // natural places first
      for (int pass = 0; pass < 2; pass++)
        for (int x : deepfree)
          if (s.v[x] == FREE && (P.suit[x] == P.suit[c]) == !pass) {
            s.v[x] = c;
            rec(k + 1, used);
            s.v[x] = FREE;
          }
      if (used < nondeep) {
        w[P.suit[c]]++;
        rec(k + 1, used + 1);
        w[P.suit[c]]--;
      }
    };
    rec(0, used);
  }

  int turned(const State& s, int i) const {
    return P.ndown[i] - (s.rem[i] ? std::min<int>(s.rem[i] - 1, P.ndown[i]) : 0);
  }
  bool goalmet(const State& s, const Counts& I) const {
    const Goal& g = P.goal;
    if (g.turncol >= 0 && !turned(s, g.turncol)) return false;
    if (g.turn) {
      int t = 0;
      for (int i = 0; i < P.ncol; i++) t += turned(s, i);
      if (t < g.turn) return false;
    }
    if (I.spaces < g.spaces) return false;
    int tot = 0;
    for (int q = 0; q < 4; q++) {
      if (I.nrem[q] < g.need[q]) return false;
      tot += I.nrem[q];
    }
    if (tot < g.any) return false;
    return true;
  }
  // As spiderpos/judge.py counts them: the suits asked for by name, or as many as are asked for.
  bool suitsok(const Counts& I) const {
    const Goal& g = P.goal;
    int named = 0, total = 0;
    for (int q = 0; q < 4; q++) {
      named += std::min(I.nrem[q], g.need[q]);
      total += I.nrem[q];
    }
    return total - std::max(named, std::min(total, g.any)) <= g.maxother;
  }

  void expand(const State& s0, vector<Successor>& out) {
    Counts I;
    info(s0, I);
    control.poll();
    const Goal& g = P.goal;
    auto emit = [&](Label l, State& s, int turnedcol) {
      control.poll();
      Successor u;
      u.l = l;
      u.l.turned = turnedcol + 1;
      u.s = s;
      Counts J;
      canon(u.s, J);
      if (l.type == REM && !suitsok(J)) return;
      u.goal = goalmet(u.s, J);
      if (!u.goal && g.nospace && J.spaces > I.spaces) return;
      if (out.size() >= limit) {
        overflow = true;
        return;
      }
      out.push_back(u);
    };
    int nturned = 0;
    for (int i = 0; i < P.ncol; i++) nturned += turned(s0, i);
    bool noturn = nturned >= g.maxturn;
    auto turning = [&](int i) { return s0.rem[i] >= 2 && s0.rem[i] - 2 < P.ndown[i] ? i : -1; };
    // digs
    for (int i = 0; i < P.ncol; i++)
      if (s0.rem[i] >= 2) {
        const vector<int>& gseg = P.seg[i][s0.rem[i] - 1];
        int h = gseg[0];
        if (!I.mov[h]) continue;
        int t = turning(i);
        if (t >= 0 && noturn) continue;
        int r = P.rank[h];
        const vector<int>& nx = P.seg[i][s0.rem[i] - 2];
        if (r >= 1 && r < 13 && I.fr[r] > 0 && !skip(DIG_LINK, i)) {
          bool tail = P.rank[nx.back()] == r + 1;
          if (I.fr[r] == 1 && !tail)
            freeze(s0, I, r, h, [&](State& s) {
              State z = s;
              expose(z, i);
              emit({DIG_LINK, (u8)i, 0, 0}, z, t);
            });
          else {
            State z = s0;
            expose(z, i);
            emit({DIG_LINK, (u8)i, 0, 0}, z, t);
          }
        }
        if (I.spaces > 0 && !skip(DIG_TAB, i)) {
          State z = s0;
          z.tadd(code(h));
          expose(z, i);
          emit({DIG_TAB, (u8)i, 0, 0}, z, t);
        }
      }
    // off the table
    for (int k = 0; k < s0.nt; k++) {
      if (k && s0.T[k] == s0.T[k - 1]) continue;
      u8 c = s0.T[k];
      int h = c < BLIND_CARD ? c : -1;
      int r = h >= 0 ? P.rank[h] : c - BLIND_CARD;
      if (r == 13 || r == 0 || I.fr[r] <= 0 || skip(FROM_TAB, r)) continue;
      if (h >= 0 && !I.mov[h]) continue;
      State z = s0;
      z.tdel(c);
      if (I.fr[r] == 1)
        freeze(z, I, r, h, [&](State& s) {
          State y = s;
          emit({FROM_TAB, (u8)r, 0, 0}, y, -1);
        });
      else
        emit({FROM_TAB, (u8)r, 0, 0}, z, -1);
    }
    // onto the table
    if (I.spaces > 0)
      for (int r = 1; r <= 12; r++) {
        if (skip(TO_TAB, r)) continue;
        for (int c : P.byrank[r])
          if (e[c] && I.st[c] == 1 && I.mov[c]) {
            State z = s0;
            z.tadd(c);
            emit({TO_TAB, (u8)r, 0, 0}, z, -1);
          }
        if (I.linked[r] - I.trl[r] > 0 && (!norm || (relevant[r] && I.fr[r] == 0))) {
          State z = s0;
          z.tadd(BLIND_CARD + r);
          emit({TO_TAB, (u8)r, 0, 0}, z, -1);
        }
      }
    // removals
    if (canremove)
      for (int q = 0; q < 4; q++) {
        if (g.forbid >> q & 1 || skip(REM, q)) continue;
        bool untrackedKing = false;
        for (int k : P.byrank[13])
          if (P.suit[k] == q && I.st[k] && I.mov[k]) {
            int col = -1;
            if (I.st[k] == 2) {
              for (int i = 0; i < P.ncol; i++)
                if (s0.rem[i] && P.seg[i][s0.rem[i] - 1][0] == k) col = i;
            } else if (!e[k]) {
              if (untrackedKing || I.tab[13] == 0) continue;
              untrackedKing = true;
              bool have = false;
              for (int j = 0; j < s0.nt; j++)
                if (s0.T[j] == BLIND_CARD + 13) have = true;
              if (!have) continue;
            } else if (I.st[k] != 3)
              continue;
            int t = col >= 0 ? turning(col) : -1;
            if (t >= 0 && noturn) continue;
            int chain[14];
            chain[13] = k;
            std::function<void(int)> walk = [&](int r) {
              if (r == 0) {
                State z = s0;
                for (int j = 1; j <= 13; j++) {
                  z.setgone(chain[j]);
                  z.v[chain[j]] = OUT;
                }
                if (col >= 0)
                  expose(z, col);
                else
                  z.tdel(code(k));
                emit({REM, (u8)q, (u8)(col >= 0 ? col : 255), 0}, z, t);
                return;
              }
              int x = chain[r + 1];
              bool frozen = I.fr[r] <= 0;
              bool un = true;
              int exact = -1;
              if (e[x]) {
                u8 v = s0.v[x];
                if (frozen && v == UNN) return;
                if (v < BLIND_CARD) {
                  exact = v;
                  un = false;
                }
                if (frozen && e[x] == DEEP && v == NAT) exact = -2;
              }
              if (exact >= 0) {
                if (P.suit[exact] != q || !I.mov[exact]) return;
                chain[r] = exact;
                walk(r - 1);
                return;
              }
              if (exact != -2)
                for (int c : P.byrank[r])
                  if (e[c] && P.suit[c] == q && I.st[c] == 1 && I.mov[c]) {
                    if (frozen) {
                      bool at = false;
                      for (int p : P.byrank[r + 1])
                        if (p != x && e[p] >= KEPT && I.st[p] && s0.v[p] == c) at = true;
                      if (at) continue;
                      if (e[x] == DEEP) continue;
                    }
                    chain[r] = c;
                    walk(r - 1);
                  }
              if (un && I.linked[r] - I.trl[r] > 0)
                for (int c : P.byrank[r])
                  if (!e[c] && P.suit[c] == q && I.st[c] == 1) {
                    chain[r] = c;
                    walk(r - 1);
                    break;
                  }
            };
            walk(12);
          }
      }
  }
};

// A set of packed classes, each with the class that it came from and the step from there.
// Classes lie in blocks that never move; the memory is accounted for with the control.
class Table {
 public:
  Table(int width, Control& control)
      : width_(width), stride_(width + 4 + sizeof(Label)), control_(control) {
    control_.take(FIRST * 4);
    slots_.assign(FIRST, 0);
    taken_ = FIRST * 4;
  }
  ~Table() { control_.give(taken_); }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  static u64 hash(const u8* p, int n) {
    u64 h = 0x9E3779B97F4A7C15ull ^ n;
    u64 k;
    while (n >= 8) {
      memcpy(&k, p, 8);
      h = (h ^ k) * 0xff51afd7ed558ccdull;
      h ^= h >> 32;
      p += 8;
      n -= 8;
    }
    k = 0;
    memcpy(&k, p, n);
    h = (h ^ k) * 0xc4ceb9fe1a85ec53ull;
    h ^= h >> 29;
    h *= 0xff51afd7ed558ccdull;
    return h ^ h >> 32;
  }
  // The number of the class with these bytes, and whether it is new.
  std::pair<u32, bool> add(const u8* bytes, u32 parent = 0, Label label = {}) {
    if ((u64)size_ * 2 >= slots_.size()) grow();
    const u64 mask = slots_.size() - 1;
    u64 h = hash(bytes, width_) & mask;
    for (; slots_[h]; h = (h + 1) & mask)
      if (!memcmp(at(slots_[h] - 1), bytes, width_)) return {slots_[h] - 1, false};
    if (size_ == blocks_.size() << BLOCK) {
      const std::size_t more = (std::size_t)stride_ << BLOCK;
      control_.take(more);
      taken_ += more;
      blocks_.emplace_back(new u8[more]);
    }
    u8* place = const_cast<u8*>(at(size_));
    memcpy(place, bytes, width_);
    memcpy(place + width_, &parent, 4);
    memcpy(place + width_ + 4, &label, sizeof label);
    slots_[h] = ++size_;
    return {size_ - 1, true};
  }
  const u8* at(u32 i) const {
    return &blocks_[i >> BLOCK][(std::size_t)(i & ((1u << BLOCK) - 1)) * stride_];
  }
  u32 parent(u32 i) const {
    u32 p;
    memcpy(&p, at(i) + width_, 4);
    return p;
  }
  Label label(u32 i) const {
    Label l;
    memcpy(&l, at(i) + width_ + 4, sizeof l);
    return l;
  }
  u32 size() const { return size_; }
  // The sum of the hashes: the order of the search doesn't matter.
  u64 digest() const {
    u64 sum = 0;
    for (u32 i = 0; i < size_; i++) sum += hash(at(i), width_);
    return sum;
  }

 private:
  static constexpr std::size_t FIRST = 64;
  static constexpr int BLOCK = 8;  // classes in a block, as a power of two

  void grow() {
    const std::size_t before = slots_.size() * 4, after = before * 2;
    control_.take(after);  // both are there for a while
    taken_ += after;
    vector<u32> bigger(slots_.size() * 2, 0);
    const u64 mask = bigger.size() - 1;
    for (u32 i = 0; i < size_; i++) {
      u64 h = hash(at(i), width_) & mask;
      while (bigger[h]) h = (h + 1) & mask;
      bigger[h] = i + 1;
    }
    slots_.swap(bigger);
    control_.give(before);
    taken_ -= before;
  }

  int width_;
  std::size_t stride_, taken_ = 0;
  Control& control_;
  vector<std::unique_ptr<u8[]>> blocks_;
  vector<u32> slots_;
  u32 size_ = 0;
};

enum Verdict { NO, YES, CAP };
struct Result {
  Verdict v = CAP;
  long states = 0;
  u64 digest = 0;
  bool overflow = false;
  vector<Label> path;
  vector<State> states_on_path;
};

// The way to class i of a table, and the last step from there.
inline void way(const Game& G, const Table& T, u32 i, int skip, Result& R) {
  for (;; i = T.parent(i)) {
    State q;
    G.unpack(T.at(i) + skip, q);
    R.states_on_path.push_back(q);
    if (!i) break;
    R.path.push_back(T.label(i));
  }
  std::reverse(R.path.begin(), R.path.end());
  std::reverse(R.states_on_path.begin(), R.states_on_path.end());
}

// The complete search of G(e): NO is a proof (section 4).
inline Result bfs(const Problem& P, const u8* e, long cap, Control& control) {
  Game G(P, e, control);
  Table T(G.W, control);
  Result R;
  vector<u8> buf(G.W);
  State s;
  G.initial(s);
  Counts I;
  G.info(s, I);
  if (G.goalmet(s, I)) {
    R.v = YES;
    R.states_on_path.push_back(s);
    return R;
  }
  G.pack(s, buf.data());
  T.add(buf.data());
  vector<Successor> out;
  for (u32 i = 0; i < T.size(); i++) {
    control.classes = T.size();
    G.unpack(T.at(i), s);
    out.clear();
    G.expand(s, out);
    for (auto& u : out) {
      control.steps++;
      if (u.goal) {
        R.v = YES;
        R.path.push_back(u.l);
        R.states_on_path.push_back(u.s);
        way(G, T, i, 0, R);
        R.states = T.size();
        return R;
      }
      G.pack(u.s, buf.data());
      T.add(buf.data(), i, u.l);
    }
    if ((long)T.size() > cap || G.overflow) {
      R.v = CAP;
      R.states = T.size();
      R.overflow = G.overflow;
      return R;
    }
  }
  R.v = NO;
  R.states = T.size();
  R.digest = T.digest();
  return R;
}

inline bool isdig(int t) {
  return t == DIG_LINK || t == DIG_TAB;
}
// Strictly: follow all labels of a path in G_e (without the normal form), depth first.
inline Result follow_strict(const Problem& P, const u8* e, const vector<Label>& path, long cap,
                            Control& control, bool open = false) {
  Game G(P, e, control);
  G.norm = false;
  G.limit = 2000;
  Result R;
  vector<u8> buf(G.W);
  std::deque<Table> seen;
  for (size_t k = 0; k <= path.size(); k++) seen.emplace_back(G.W, control);
  vector<State> trail;
  State s;
  G.initial(s);
  trail.push_back(s);
  bool capped = false;
  std::function<bool(size_t)> dfs = [&](size_t k) -> bool {
    if (R.states > cap) {
      capped = true;
      return false;
    }
    vector<Successor> out;
    G.only = &path[k];
    G.expand(State(trail.back()), out);
    for (auto& u : out)
      if (u.l == path[k]) {
        if (u.goal || (open && k + 1 == path.size())) {
          trail.push_back(u.s);
          R.path.assign(path.begin(), path.begin() + k + 1);
          return true;
        }
        if (k + 1 == path.size()) continue;
        G.pack(u.s, buf.data());
        if (!seen[k + 1].add(buf.data()).second) continue;
        R.states++;
        trail.push_back(u.s);
        if (dfs(k + 1)) return true;
        trail.pop_back();
        if (capped) return false;
      }
    return false;
  };
  if (path.empty() || dfs(0)) {
    R.v = YES;
    R.states_on_path = trail;
  } else
    R.v = capped || G.overflow ? CAP : NO;
  return R;
}
inline void blamestep(const Problem& P, const Game& G, const State& s, const Counts& I,
                      const Label& l, vector<int>& out) {
  if (isdig(l.type))
    G.chase(s, I, P.seg[l.a][s.rem[l.a] - 1][0], out);
  else if (l.type == FROM_TAB) {
    for (int k = 0; k < s.nt; k++)
      if (P.rank[s.T[k]] == l.a) G.chase(s, I, s.T[k], out);
    for (int x : P.byrank[l.a])
      if (I.st[x] == 1 && !I.mov[x]) {
        G.chase(s, I, x, out);
        for (int p : P.byrank[l.a + 1])
          if (s.v[p] == x) out.push_back(p);
      }
  } else if (l.type == TO_TAB) {
    for (int x : P.byrank[l.a])
      if (I.st[x] == 1 && !I.mov[x]) G.chase(s, I, x, out);
  } else
    for (int r = 13; r >= 2; r--)
      for (int x : P.byrank[r])
        if (P.suit[x] == l.a && I.st[x]) {
          u8 v = s.v[x];
          if (v < BLIND_CARD && (P.suit[v] != P.suit[x] || !I.mov[v])) G.chase(s, I, x, out);
        }
}
// Play a path with all cards deep, arrangements as in the guide (states of the path in G_e); on
// failure `blame` gets the cards that were stuck where the furthest try ended.
inline Result concretize(const Problem& P, const u8* e, const vector<Label>& path,
                         const vector<State>& guide, long cap, vector<int>& blame,
                         Control& control, size_t upto = 1000000) {
  u8 deep[MAXN];
  memset(deep, DEEP, MAXN);
  Game G(P, deep, control);
  G.norm = false;
  G.limit = 300;
  G.wante = e;
  Result R;
  vector<u8> buf(G.W);
  std::deque<Table> seen;
  for (size_t k = 0; k <= path.size(); k++) seen.emplace_back(G.W, control);
  vector<State> trail;
  size_t best = 0;
  bool have = false;
  State bests;
  vector<int> bestblame, more;
  vector<State> besttrail;
  State s;
  G.initial(s);
  trail.push_back(s);
  std::function<bool(size_t)> dfs = [&](size_t k) -> bool {
    if (R.states > cap) return false;
    vector<Successor> out;
    G.only = &path[k];
    G.want = &guide[k + 1];
    G.overflow = false;
    G.blame.clear();
    G.expand(State(trail.back()), out);
    out.erase(std::remove_if(out.begin(), out.end(),
                             [&](const Successor& u) {
                               return u.s.nt != guide[k + 1].nt ||
                                      memcmp(u.s.T, guide[k + 1].T, u.s.nt);
                             }),
              out.end());
    if (out.empty() && (!have || k >= best)) {
      vector<int> bl = G.blame;
      Counts I;
      G.info(trail.back(), I);
      blamestep(P, G, trail.back(), I, path[k], bl);
      if (!have || k > best) {
        best = k;
        have = true;
        bests = trail.back();
        besttrail = trail;
        bestblame = bl;
        more.clear();
      } else
        more.insert(more.end(), bl.begin(), bl.end());
    }
    for (auto& u : out)
      if (u.l == path[k]) {
        if (u.goal || k + 1 == upto) {
          trail.push_back(u.s);
          R.path.assign(path.begin(), path.begin() + k + 1);
          return true;
        }
        if (k + 1 == path.size()) continue;
        G.pack(u.s, buf.data());
        if (!seen[k + 1].add(buf.data()).second) continue;
        R.states++;
        trail.push_back(u.s);
        if (dfs(k + 1)) return true;
        trail.pop_back();
        if (R.states > cap) return false;
      }
    return false;
  };
  if (path.empty() || dfs(0)) {
    R.v = YES;
    R.states_on_path = trail;
    return R;
  }
  R.v = CAP;
  if (!have) return R;
  R.states_on_path = besttrail;
  R.path.assign(path.begin(), path.begin() + best);  // as far as it went
  Counts I;
  G.info(bests, I);
  blame = bestblame;
  bool fresh = false;
  for (int x : blame)
    if (e[x] < DEEP) fresh = true;
  if (!fresh) blame.insert(blame.end(), more.begin(), more.end());
  return R;
}
// The order of digs and removals of a path, table moves left free: is it possible in G_e?
inline Result follow(const Problem& P, const u8* e, const vector<Label>& path0, long cap,
                     Control& control, bool norm = true) {
  Game G(P, e, control);
  if (!norm) G.norm = false;
  G.limit = 2000;
  Result R;
  vector<Label> path;
  for (auto& l : path0)
    if (isdig(l.type) || l.type == REM) path.push_back(l);
  int W = G.W + 2;
  Table T(W, control);
  vector<u8> buf(W);
  vector<vector<u32>> bucket(path.size() + 1);
  vector<size_t> head(path.size() + 1, 0);
  State s;
  G.initial(s);
  {
    Counts I;
    G.canon(s, I);
    if (G.goalmet(s, I)) {
      R.v = YES;
      return R;
    }
  }
  auto put = [&](const State& z, unsigned k, u32 p, Label l) {
    buf[0] = k & 255;
    buf[1] = k >> 8;
    G.pack(z, &buf[2]);
    auto a = T.add(buf.data(), p, l);
    if (a.second) bucket[k].push_back(a.first);
  };
  put(s, 0, 0, {});
  int k = 0;
  vector<Successor> out;
  for (;;) {
    while (k >= 0 && head[k] == bucket[k].size()) k--;
    if (k < 0) {
      R.v = G.overflow ? CAP : NO;
      break;
    }
    if ((long)T.size() > cap) {
      R.v = CAP;
      break;
    }
    u32 i = bucket[k][head[k]++];
    G.unpack(T.at(i) + 2, s);
    out.clear();
    G.expand(s, out);
    int nk = k;
    for (auto& u : out) {
      control.steps++;
      if (u.goal) {
        R.v = YES;
        R.path.push_back(u.l);
        R.states_on_path.push_back(u.s);
        way(G, T, i, 2, R);
        R.states = T.size();
        return R;
      }
      if (u.l.type == TO_TAB || u.l.type == FROM_TAB)
        put(u.s, k, i, u.l);
      else if (k < (int)path.size() &&
               ((isdig(u.l.type) && isdig(path[k].type) && u.l.a == path[k].a) ||
                u.l == path[k])) {
        put(u.s, k + 1, i, u.l);
        nk = k + 1;
      }
    }
    k = nk;
  }
  R.states = T.size();
  return R;
}

}  // namespace spiderpos
