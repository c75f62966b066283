// Sends damaged requests to the compiled core, or to the one for pages.
//
//   flags="-O1 -g -std=c++17 -fsanitize=address,undefined -fno-sanitize-recover=undefined"
//   g++ $flags -o core fuzz/requests.cpp native/door.cpp
//   python -m fuzz.requests | ./core SECONDS [SEED]
//   g++ $flags -DPAGE -o page fuzz/requests.cpp native/page.cpp
//   python -m fuzz.requests page | ./page SECONDS [SEED]
//
// Requests are read from standard input, a line "---" between them.  The sanitizers end the program
// at the first access or arithmetic that isn't defined.  The program writes each seed into the file
// fuzz-seed; SECONDS = 0 with the last seed repeats the request.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

using std::string;
extern "C" {
using Report = int (*)(int64_t, int64_t, int64_t, double, int64_t);
using OnData = void (*)(const char*, int64_t);
char* spiderpos_search(const char*, double, int64_t, int64_t, Report, OnData);
char* spiderpos_page(const char*, double, double, double);
void spiderpos_free(void*);
}

namespace {

std::mt19937_64 source;
int reports_left;

int below(std::size_t n) {
  return (int)(source() % n);
}

#ifdef PAGE
char* ask(const string& text) {
  return spiderpos_page(text.c_str(), 0.02, 1 << 24, 1e6);
}
#else
int report(int64_t, int64_t, int64_t, double, int64_t) {
  return reports_left-- == 0;
}
void on_data(const char*, int64_t) {}

char* ask(const string& text) {
  reports_left = below(4) ? -1 : below(3);
  const int64_t work = below(3) ? -1 : below(30000), bytes = below(3) ? 64 << 20 : 1 << below(22);
  return spiderpos_search(text.c_str(), below(20) ? 0.03 : 0, work, bytes, report, on_data);
}
#endif

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

const char* const PIECES[] = {"0",  "-1",  "1",   "7",  "10", "11", "13",    "55", "56",  "104", "105",
                              "99", "255", "256", "-9", "\n", " ",  "\n\n",  "/",  ":",   "-",   "x",
                              "??", "Kh",  "D",   "Ra", "T1", "F1a", "=0.Kh", "u",  "\xff", "9-6s",
                              "65536", "2147483647", "-2147483648", "99999999999999999999"};

void spoil(string& text, const std::vector<string>& all) {
  const string piece = PIECES[below(std::size(PIECES))];
  const std::size_t at = (std::size_t)below(text.size() + 1);
  const std::size_t digit = text.find_first_of("0123456789", at);
  const string& other = all[(std::size_t)below(all.size())];
  switch (below(5)) {
    case 0:  // another number
      if (digit == string::npos) break;
      text.replace(digit, text.find_first_not_of("0123456789", digit) - digit, piece);
      break;
    case 1:
      text.insert(at, piece);
      break;
    case 2:
      text.erase(at, (std::size_t)below(12));
      break;
    case 3:
      if (at < text.size()) text[at] = (char)(1 + below(255));
      break;
    default:
      text = text.substr(0, at) + other.substr((std::size_t)below(other.size() + 1));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::chrono::duration<double> seconds(argc > 1 ? std::atof(argv[1]) : 10);
  const uint64_t first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const std::vector<string> all = requests();
  if (all.empty()) return 2;
  const auto end = std::chrono::steady_clock::now() + seconds;
  uint64_t seed = first, refused = 0, failed = 0;
  do {
    if (std::FILE* file = std::fopen("fuzz-seed", "w")) {
      std::fprintf(file, "%llu\n", (unsigned long long)seed);
      std::fclose(file);
    }
    source.seed(seed++);
    string text = all[(std::size_t)below(all.size())];
    for (int rounds = below(4); rounds > 0; rounds--) spoil(text, all);
    char* answer = ask(text);
    if (!answer) continue;
    const string words = answer;
    spiderpos_free(answer);
    refused += words.rfind("{\"error\"", 0) == 0 || words.find("\"status\":3") != string::npos;
    if (words.find("internal error") == string::npos) continue;
    failed++;
    std::printf("seed %llu: %s\n", (unsigned long long)(seed - 1), words.c_str());
  } while (std::chrono::steady_clock::now() < end);
  std::printf("%llu requests, %llu refused, %llu internal errors\n",
              (unsigned long long)(seed - first), (unsigned long long)refused,
              (unsigned long long)failed);
  return failed ? 1 : 0;
}
