// Fuzzes the core for pages: damaged numbers, positions, goals, links and texts.
//
//   g++ -O1 -g -std=c++17 -fsanitize=address,undefined -fno-sanitize-recover=undefined \
//       -o page fuzz/page.cpp native/page.cpp
//   ./page SECONDS [SEED] < fuzz/page.txt
//
// Requests are read from standard input, an empty line and "---" between them.  As with core.cpp
// the sanitizers end it at the first fault, and ./page 0 SEED repeats a request; one of ten is
// asked of the searches.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" {
char* spiderpos_page(const char*);
char* spiderpos_ask(const char*, double, double);
void spiderpos_free(void*);
}

namespace {

using std::string;
std::mt19937_64 source;

int below(int n) {
  return (int)(source() % (uint64_t)n);
}

std::vector<string> requests() {
  const string text((std::istreambuf_iterator<char>(std::cin)), std::istreambuf_iterator<char>());
  const string mark = "\n---\n";
  std::vector<string> all;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t stop = std::min(text.find(mark, at), text.size());
    all.push_back(text.substr(at, stop - at));
    at = stop + mark.size();
  }
  return all;
}

// The numbers of a text: where each begins, and how long it is.
std::vector<std::pair<std::size_t, std::size_t>> numbers(const string& text) {
  std::vector<std::pair<std::size_t, std::size_t>> all;
  for (std::size_t at = 0; at < text.size(); at++) {
    std::size_t end = at;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') end++;
    if (end > at) all.push_back({at, end - at});
    at = end;
  }
  return all;
}

void spoil(string& text, const std::vector<string>& all) {
  static const char* const odd[] = {"0",   "-1",  "1",     "7",   "10",          "11",
                                    "104", "105", "255",   "256", "2147483647",  "2147483648",
                                    "99",  "13",  "65536", "-9",  "-2147483648", "99999999999999999999"};
  static const char* const pieces[] = {"\n", "\n\n", " ",  "\t", "/", ":", "-", "x",  "??", "Kh", "=0.Kh",
                                       "D",  "Ra",   "T1", "F1a", "jj9", "o", "c 9", "u", "w", "\xff", "9-6s"};
  for (int rounds = 1 + (below(3) ? 0 : below(4)); rounds > 0; rounds--) {
    const std::size_t at = (std::size_t)below((int)text.size() + 1);
    switch (below(6)) {
      case 0:
      case 1: {
        const auto places = numbers(text);
        if (places.empty()) break;
        const auto [begin, length] = places[(std::size_t)below((int)places.size())];
        text.replace(begin, length, odd[below(18)]);
        break;
      }
      case 2:
        text.insert(at, pieces[below(22)]);
        break;
      case 3:
        text.erase(at, (std::size_t)below(12));
        break;
      case 4:
        if (at < text.size()) text[at] = (char)(1 + below(255));
        break;
      default: {
        const string& other = all[(std::size_t)below((int)all.size())];
        text = text.substr(0, at) + other.substr((std::size_t)below((int)other.size() + 1));
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 10;
  const uint64_t first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const std::vector<string> all = requests();
  if (all.empty()) return 2;
  const auto began = std::chrono::steady_clock::now();
  uint64_t seed = first, refused = 0, failed = 0;
  do {
    if (std::FILE* file = std::fopen("core-seed", "w")) {
      std::fprintf(file, "%llu\n", (unsigned long long)seed);
      std::fclose(file);
    }
    source.seed(seed++);
    string text = all[(std::size_t)below((int)all.size())];
    spoil(text, all);
    char* answer;
    if (below(10)) {
      answer = spiderpos_page(text.c_str());
    } else {
      const std::size_t line = text.find('\n');
      answer = spiderpos_ask(text.c_str() + (line == string::npos ? 0 : line + 1), 0.02, 1 << 24);
    }
    if (!answer) continue;
    const string words = answer;
    refused += words.rfind("{\"error\"", 0) == 0;
    if (words.find("internal error") != string::npos) {
      failed++;
      std::printf("seed %llu: %s\n%s\n", (unsigned long long)(seed - 1), words.c_str(), text.c_str());
    }
    spiderpos_free(answer);
  } while (std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count() <
           seconds);
  std::printf("%llu requests, %llu refused, %llu internal errors\n",
              (unsigned long long)(seed - first), (unsigned long long)refused,
              (unsigned long long)failed);
  return failed ? 1 : 0;
}
