// Fuzzes the door of the compiled core with random requests, good and bad ones.
//
//   g++ -O1 -g -std=c++17 -fsanitize=address,undefined -fno-sanitize-recover=undefined \
//       -o core fuzz/core.cpp native/door.cpp
//   ./core SECONDS [SEED]
//
// The sanitizers end it at the first access or arithmetic that isn't defined, and tell of memory
// that wasn't given back; the seed that is printed repeats a request: ./core 0 SEED.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

using Report = int (*)(int64_t, int64_t, int64_t, double, int64_t);
using Told = void (*)(const char*, int64_t);
extern "C" {
char* spiderpos_search(const char*, double, int64_t, int64_t, Report, Told);
void spiderpos_free(void*);
}

namespace {

// Numbers and names of a request; a name is NAMED less its place in NAMES.
using Words = std::vector<int32_t>;
const char* const NAMES[] = {"prove", "beam",  "force",  "look", "shorten", "board",
                             "goal",  "begin", "reach",  "limits", "aim"};
enum Name { PROVE, BEAM, FORCE, LOOK, SHORTEN, BOARD, GOAL, BEGIN, REACH, LIMITS, AIM };
const int32_t NAMED = -1000;
int32_t name(Name which) {
  return NAMED - which;
}
std::mt19937_64 source;
int left_to_tell;

int below(int n) {
  return (int)(source() % (uint64_t)n);
}
bool one_in(int n) {
  return below(n) == 0;
}

int told(int64_t, int64_t, int64_t, double, int64_t) {
  return left_to_tell-- == 0;
}
void after(const char*, int64_t) {}

// Cards of two decks, or, now and then, of none that there is.
std::vector<int> pack(int suits) {
  std::vector<int> cards;
  for (int copy = 0; copy < 8 / suits; copy++)
    for (int rank = 1; rank <= 13; rank++)
      for (int suit = 0; suit < suits; suit++) cards.push_back(4 * rank + suit);
  std::shuffle(cards.begin(), cards.end(), source);
  if (one_in(12))
    for (int& card : cards) card = 4 + below(52);
  if (one_in(40))
    for (int& card : cards) card = 4 * (1 + below(13));
  return cards;
}

// Columns of a request: runs are made likely, so that there are moves.
std::vector<std::vector<int>> columns(Words& out, std::vector<int>& cards, int count, int most,
                                      bool unknown) {
  std::vector<std::vector<int>> found;
  int total = below(most + 1);
  for (int i = 0; i < count; i++) {
    int size = i + 1 == count && one_in(3) ? total : std::min(total, below(2 * most / count + 2));
    size = std::min(size, (int)cards.size());
    total -= size;
    std::vector<int> here(cards.end() - size, cards.end());
    cards.resize(cards.size() - size);
    if (one_in(2)) std::sort(here.begin(), here.end(), [](int a, int b) { return a > b; });
    const int down = size ? below(size) / (1 + below(3)) : 0;
    if (unknown)
      for (int j = 0; j < size; j++)
        if (one_in(20)) here[j] = 0;
    out.push_back(down);
    out.insert(out.end(), here.begin(), here.begin() + down);
    out.push_back(size - down);
    out.insert(out.end(), here.begin() + down, here.end());
    found.push_back(here);
  }
  return found;
}

void numbers(Words& out, int count, int most, int rarely) {
  for (int i = 0; i < count; i++) out.push_back(one_in(rarely) ? below(most + 1) : 0);
}

void goal(Words& out, int count) {
  out.push_back(name(GOAL));
  out.push_back(below(3));     // spaces
  numbers(out, 4, 2, 8);       // suits to remove
  numbers(out, 1, 3, 6);       // any
  numbers(out, 1, 5, 6);       // turned
  for (int n = one_in(5) ? below(3) : 0, i = (out.push_back(n), 0); i < n; i++) {
    out.push_back(1 + below(count));
    out.push_back(below(4));
  }
  for (int n = one_in(5) ? below(3) : 0, i = (out.push_back(n), 0); i < n; i++)
    out.push_back(1 + below(count));
  for (int n = one_in(5) ? below(3) : 0, i = (out.push_back(n), 0); i < n; i++) {
    out.push_back(4 + below(52));
    out.push_back(below(count + 1));
  }
  numbers(out, 4, 2, 10);      // complete
  numbers(out, 1, 1, 10);
  numbers(out, 1, 9, 8);       // win
  out.push_back(one_in(3) ? below(6) : 104);  // most turned
  numbers(out, 1, 1, 5);
  numbers(out, 1, 1, 3);
  numbers(out, 1, 15, 6);
  numbers(out, 4, 15, 12);
  out.push_back(one_in(6) ? below(5) : 104);
}

Words solve_request() {
  Words out;
  auto cards = pack(1 << below(3));
  const int count = 1 + below(10);
  out.insert(out.end(), {name(PROVE), name(BOARD), count, 0, 0, 0, one_in(4), 0});
  const int most = one_in(4) ? 104 : one_in(2) ? 50 : 20;
  const auto found = columns(out, cards, count, most, one_in(4));
  numbers(out, 2, 0, 1);       // hand, removed
  goal(out, count);
  out.push_back(name(BEGIN));
  out.push_back(below(2));     // bases
  Words precise;
  int exact = 0;
  for (int i = 0; i < count; i++)
    for (std::size_t row = 0; row < found[i].size(); row++)
      if (found[i][row] && one_in(10)) {
        precise.insert(precise.end(), {i + 1, (int)row + 1, found[i][row], 1 + below(3)});
        exact++;
      }
  if (one_in(2)) precise.clear(), exact = 0;
  out.push_back(exact);
  out.insert(out.end(), precise.begin(), precise.end());
  return out;
}

Words winning_request() {
  Words out;
  const Name task = (Name)(BEAM + below(4));
  out.push_back(name(task));
  auto cards = pack(1 << below(3));
  const int count = one_in(3) ? 10 : 1 + below(10), cells = one_in(3) ? below(5) : 0;
  out.insert(out.end(), {name(BOARD), count, cells, below(4), below(2), below(2), below(2)});
  const int hand = one_in(2) ? 10 * below(6) : below(12);
  columns(out, cards, count, one_in(2) ? 104 - cells - hand : 20, task == FORCE && one_in(2));
  for (int i = 0; i < cells; i++) {
    const bool full = one_in(2) && !cards.empty();
    out.push_back(full);
    if (!full) continue;
    out.push_back(cards.back());
    cards.pop_back();
  }
  const int held = std::min(hand, (int)cards.size());
  out.push_back(held);
  out.insert(out.end(), cards.end() - held, cards.end());
  out.push_back(one_in(3) ? below(9) : 0);
  if (task == FORCE) {
    goal(out, count);
    const int reach = one_in(4) ? 1 + below(2) : 0;
    out.insert(out.end(), {name(REACH), reach});
    for (int i = 0; i < reach * count; i++) {
      const int size = below(6);
      out.insert(out.end(), {below(3), size});
      for (int j = 0; j < size; j++) out.push_back(one_in(3) ? 0 : 4 + below(52));
    }
    out.insert(out.end(), {name(LIMITS), !one_in(6), below(2), one_in(4) ? below(50) : 1 << 20});
    const bool lucky = one_in(2);
    out.push_back(lucky);
    for (int card = 4; lucky && card < 56; card++) out.push_back(below(3));
    out.push_back(one_in(4));
    return out;
  }
  if (task == LOOK) {
    const int moves = below(40);
    out.push_back(moves);
    for (int i = 0; i < moves; i++)
      out.insert(out.end(), {below(5), 1 + below(10), 1 + below(10), 1 + below(one_in(4) ? 105 : 3)});
    return out;
  }
  out.push_back(name(AIM));
  out.push_back(one_in(4) ? below(9) : 0);
  out.push_back(one_in(4) ? below(9) : 8);
  out.push_back(!one_in(6));
  out.push_back(one_in(4) ? below(50) : 1 << 20);
  if (task == BEAM) {
    out.push_back(1 + below(300));
    out.push_back(below(4));
  } else {
    const int moves = below(40);
    out.push_back(moves);
    for (int i = 0; i < moves; i++)
      out.insert(out.end(), {below(5), 1 + below(10), 1 + below(10), 1 + below(one_in(4) ? 105 : 3)});
    out.push_back(1 + below(20));
  }
  return out;
}

void spoil(Words& words) {
  const int32_t odd[] = {0, 1, -1, 2, 10, 11, 55, 56, 104, 105, 1 << 20, INT32_MAX, INT32_MIN};
  for (int n = 1 + below(3); n > 0 && !words.empty(); n--) {
    const int at = below((int)words.size());
    switch (below(5)) {
      case 0:
        words[at] = odd[below(13)];
        break;
      case 1:
        words[at] = (int32_t)((uint32_t)words[at] + (uint32_t)(below(5) - 2));  // may wrap
        break;
      case 2:
        words.erase(words.begin() + at);
        break;
      case 3:
        words.insert(words.begin() + at, below(60));
        break;
      default:
        words.resize(one_in(4) ? at : words.size());
    }
  }
}

void ask(uint64_t seed, int64_t* answered) {
  source.seed(seed);
  const bool solve = one_in(2);
  Words words = solve ? solve_request() : winning_request();
  if (one_in(3)) spoil(words);
  std::string text;
  for (int32_t word : words) {
    const int64_t which = (int64_t)NAMED - word;
    const bool named = which >= PROVE && which <= AIM;
    text += named ? std::string(NAMES[which]) : std::to_string(word);
    text += one_in(9) ? '\n' : ' ';
  }
  if (one_in(20)) text.resize((std::size_t)below((int)text.size() + 1));
  left_to_tell = one_in(4) ? below(3) : -1;
  const double seconds = one_in(20) ? 0.0 : 0.03;
  const int64_t work = one_in(3) ? below(30000) : -1;
  const int64_t bytes = one_in(3) ? 1 << below(22) : 64 << 20;
  char* answer = spiderpos_search(text.c_str(), seconds, work, bytes, told, after);
  if (!answer) return;
  if (const char* status = std::strstr(answer, "\"status\":")) answered[status[9] & 3]++;
  spiderpos_free(answer);
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 10;
  const uint64_t first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const auto began = std::chrono::steady_clock::now();
  int64_t answered[4] = {0, 0, 0, 0};
  uint64_t seed = first;
  do {
    if (std::FILE* file = std::fopen("core-seed", "w")) {
      std::fprintf(file, "%llu\n", (unsigned long long)seed);
      std::fclose(file);
    }
    ask(seed++, answered);
  } while (std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count() <
           seconds);
  std::printf("%llu requests: %lld impossible, %lld solved, %lld undecided, %lld refused\n",
              (unsigned long long)(seed - first), (long long)answered[0], (long long)answered[1],
              (long long)answered[2], (long long)answered[3]);
}
