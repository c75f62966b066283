// A path of classes with all cards deep, turned into moves: docs/prover.md, section 6.
//
// The proof of the Fluid Lemma is the program: settle, step aside, place.
#pragma once
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "classes.hpp"

namespace spiderpos {

using std::string;

struct Move {
  int from, to, count;
};  // columns from 0; to = -1: a suit is removed
struct Board {
  const Problem& P;
  vector<vector<int>> col;
  int down[MAXC];
  vector<Move> line;
  bool bad = false;
  string err;
  Board(const Problem& p) : P(p) {
    for (int i = 0; i < P.ncol; i++) {
      vector<int> c = P.down[i];
      c.insert(c.end(), P.up[i].begin(), P.up[i].end());
      col.push_back(c);
      down[i] = P.ndown[i];
    }
  }
  void fail(const char* m) {
    if (!bad) {
      bad = true;
      err = m;
    }
  }
  std::pair<int, int> find(int x) const {
    for (int i = 0; i < P.ncol; i++)
      for (size_t j = down[i]; j < col[i].size(); j++)
        if (col[i][j] == x) return {i, (int)j};
    return {-1, -1};
  }
  int child(int x) const {
    auto f = find(x);
    if (f.first < 0 || f.second + 1 >= (int)col[f.first].size()) return -1;
    return col[f.first][f.second + 1];
  }
  void shift(int from, int k, int to) {
    int n = col[from].size() - k;
    for (size_t j = k; j + 1 < col[from].size(); j++)
      if (P.suit[col[from][j]] != P.suit[col[from][j + 1]] ||
          P.rank[col[from][j]] != P.rank[col[from][j + 1]] + 1)
        fail("not natural");
    if (!col[to].empty() && P.rank[col[to].back()] != P.rank[col[from][k]] + 1) fail("rank");
    if (from == to) fail("same column");
    if (bad) return;
    col[to].insert(col[to].end(), col[from].begin() + k, col[from].end());
    col[from].resize(k);
    if (k == down[from] && down[from]) down[from]--;
    line.push_back({from, to, n});
  }
  int freeslot(int rank, int notx, int suit = -1) const {  // an uncovered card of this rank
    int b = -1;
    for (int i = 0; i < P.ncol; i++)
      if (!col[i].empty()) {
        int c = col[i].back();
        if (P.rank[c] == rank && c != notx && (b < 0 || P.suit[c] == suit)) b = c;
      }
    return b;
  }
  int space() const {
    for (int i = 0; i < P.ncol; i++)
      if (col[i].empty()) return i;
    return -1;
  }
  void lift(int x) {  // make everything under x one natural run
    if (bad) return;
    int c = child(x);
    if (c < 0) return;
    if (P.rank[c] + 1 != P.rank[x]) {
      fail("junk on a card to lift");
      return;
    }
    if (P.suit[c] == P.suit[x]) {
      lift(c);
      return;
    }
    int y = freeslot(P.rank[x], x, P.suit[c]);
    if (y < 0) {
      fail("no slot to step aside");
      return;
    }
    place(c, y);
  }
  void place(int x, int y) {
    lift(x);
    if (bad) return;
    auto f = find(x), g = find(y);
    if (child(y) >= 0) {
      fail("slot taken");
      return;
    }
    shift(f.first, f.second, g.first);
  }
  void tospace(int x) {
    lift(x);
    if (bad) return;
    auto f = find(x);
    int s = space();
    if (s < 0) {
      fail("no space");
      return;
    }
    shift(f.first, f.second, s);
  }
  void settle(int p, int c) {  // c onto p, whatever stands there steps aside
    if (bad) return;
    int o = child(p);
    if (o == c) return;
    if (o >= 0) {
      int y = freeslot(P.rank[p], p, P.suit[o]);
      if (y < 0) {
        fail("no slot to settle");
        return;
      }
      place(o, y);
    }
    place(c, p);
  }
  void step(const Label& l, const State& a, const State& b, const Counts& A) {
    int h = -1;
    if (l.type == DIG_LINK || l.type == DIG_TAB)
      h = P.seg[l.a][a.rem[l.a] - 1][0];
    else if (l.type != REM) {
      const State &big = l.type == TO_TAB ? b : a, &small = l.type == TO_TAB ? a : b;
      for (int i = 0; i < big.nt; i++) {
        bool in = false;
        for (int j = 0; j < small.nt; j++)
          if (small.T[j] == big.T[i]) in = true;
        if (!in) h = big.T[i];
      }
    }
    if (l.type == REM) {
      int ch[14];
      for (int c = 0; c < P.N; c++)
        if (b.isgone(c) && !a.isgone(c)) ch[P.rank[c]] = c;
      for (int r = 12; r >= 1; r--) settle(ch[r + 1], ch[r]);
      if (bad) return;
      auto f = find(ch[13]);
      if ((int)col[f.first].size() - f.second != 13) {
        fail("suit not complete");
        return;
      }
      col[f.first].resize(f.second);
      if (f.second == down[f.first] && f.second) down[f.first]--;
      line.push_back({f.first, -1, 13});
      return;
    }
    int r = P.rank[h], y = -1;
    if (l.type == DIG_LINK || l.type == FROM_TAB) {
      bool tailnew = false;
      if (l.type == DIG_LINK) tailnew = P.rank[P.seg[l.a][a.rem[l.a] - 2].back()] == r + 1;
      bool froze = A.fr[r] == 1 && !tailnew;
      if (froze)
        for (int R = 12; R >= r; R--)
          if (A.fr[R] > 0)
            for (int p : P.byrank[R + 1])
              if (A.st[p] && b.v[p] < BLIND_CARD && !(R == r && b.v[p] == h)) {
                if (R > r && a.v[p] == b.v[p]) continue;  // stuck there before
                if (R > r && A.st[b.v[p]] != 1) continue;
                settle(p, b.v[p]);
              }
      if (froze) {
        for (int p : P.byrank[r + 1])
          if (A.st[p] && b.v[p] == h) y = p;
        if (y < 0) {
          y = freeslot(r + 1, h, P.suit[h]);
        }
      } else
        y = freeslot(r + 1, h, P.suit[h]);
      if (y < 0) {
        fail("no slot");
        return;
      }
      place(h, y);
    } else
      tospace(h);
  }
};

// The whole path; states_on_path[i+1] follows from path[i]
inline bool realize(const Problem& P, const Result& line, Board& B, Control& control) {
  u8 deep[MAXN];
  memset(deep, DEEP, MAXN);
  Game G(P, deep, control);
  G.norm = false;
  for (size_t i = 0; i < line.path.size() && !B.bad; i++) {
    Counts I;
    G.info(line.states_on_path[i], I);
    B.step(line.path[i], line.states_on_path[i], line.states_on_path[i + 1], I);
  }
  return !B.bad;
}

// the position on the board, with what is left of the goal
inline Problem after(const Problem& P, const Board& B) {
  vector<vector<int>> dn(P.ncol), up(P.ncol);
  int rem[4] = {0, 0, 0, 0};
  Problem Q;
  for (int i = 0; i < P.ncol; i++)
    for (size_t j = 0; j < B.col[i].size(); j++) {
      int c = B.col[i][j];
      int code = P.rank[c] ? 4 * P.rank[c] + P.suit[c] : 0;
      ((int)j < B.down[i] ? dn : up)[i].push_back(code);
    }
  Goal g = P.goal;
  int turned = 0;
  for (int i = 0; i < P.ncol; i++) {
    int t = P.ndown[i] - B.down[i];
    turned += t;
    if (t && g.turncol == i) g.turncol = -1;
  }
  g.turn = std::max(0, g.turn - turned);
  g.maxturn -= turned;
  for (int c = 0; c < P.N; c++)
    if (P.rank[c] == 13 && B.find(c).first < 0) {
      bool dn2 = false;
      for (int i = 0; i < P.ncol; i++)
        for (int x : B.col[i])
          if (x == c) dn2 = true;
      if (!dn2) rem[P.suit[c]]++;
    }
  int other = 0, any = g.any;
  for (int q = 0; q < 4; q++) {
    int used = std::min(g.need[q], rem[q]);
    g.need[q] -= used;
    other += rem[q] - used;
  }
  if (any) {
    int u = std::min(other, any);
    g.any -= u;
    other -= u;
  }
  g.maxother -= other;
  build(Q, dn, up);
  Q.goal = g;
  return Q;
}

}  // namespace spiderpos
