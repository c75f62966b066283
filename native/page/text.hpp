// A text as its readers take it: signs as letters, dashes as hyphens, without what nobody sees.
#pragma once
#include <cctype>

#include "position.hpp"
#include "spellings.hpp"

namespace spiderpos::page {

class PlainText {
 public:
  explicit PlainText(const string& text) {
    const bool quoted = is_quoted(text);
    for (std::size_t at = 0; at < text.size();) {
      if (const std::size_t colour = colour_end(text, at)) {
        at = colour;
        continue;
      }
      const std::size_t length = sequence(text, at);
      const char* meant = nullptr;
      if (length > 1) {
        const unsigned sign = code_point(text, at, length);
        for (const Spelling& spelling : SPELLINGS)
          if (spelling.sign == sign) meant = spelling.meant;
      }
      string written = meant ? string(meant) : text.substr(at, length);
      if (!written.empty() && !(meant && written == " ")) drop_hard_blanks(text, at, written[0]);
      if (quoted && written == ">" && plain.find_last_not_of(" \t") == plain.rfind('\n')) written = " ";
      for (std::size_t i = 0; i < written.size(); i++)
        places_.push_back((long)at + (meant ? 0 : (long)i));
      plain += written;
      if (meant && written == " ") hard_blanks_++;
      else if (!written.empty()) hard_blanks_ = 0;
      at += length;
    }
    places_.push_back((long)text.size());
  }

  // The same error, with the place in the text as it was given.
  Unreadable in_text(const Unreadable& error) const {
    if (error.at < 0) return error;
    const long last = (long)plain.size();
    const long from = places_[std::min(error.at, last)];
    const long to = places_[std::min(error.at + std::max(1L, error.length), last)];
    return {error.message, from, std::max(1L, to - from)};
  }

  string plain;

 private:
  static std::size_t sequence(const string& text, std::size_t at) noexcept {
    const unsigned char first = (unsigned char)text[at];
    const std::size_t length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    return std::min(length, text.size() - at);
  }
  static unsigned code_point(const string& text, std::size_t at, std::size_t length) noexcept {
    unsigned found = (unsigned char)text[at] & (0xFF >> (length + 1));
    for (std::size_t i = 1; i < length; i++)
      found = found << 6 | ((unsigned char)text[at + i] & 0x3F);
    return found;
  }

  // Blanks at which no line is broken, on one side of a hyphen: "3-2d" is one word whatever is within.
  void drop_hard_blanks(const string& text, std::size_t at, char next) {
    const std::size_t size = plain.size() - hard_blanks_;
    const auto is_word = [](unsigned char c) { return std::isalnum(c) || c > 127; };
    if (!hard_blanks_ || !size) return;
    const bool behind = plain[size - 1] == '-' && size > 1 && is_word(plain[size - 2]) && is_word(next);
    const bool before = next == '-' && is_word(plain[size - 1]) && is_word(text[at + sequence(text, at)]);
    if (!behind && !before) return;
    plain.resize(size);
    places_.resize(size);
  }
  // Where a colour of a terminal ends that stands at a place; 0 if none does.
  static std::size_t colour_end(const string& text, std::size_t at) noexcept {
    if (text.compare(at, 2, "\x1b[")) return 0;
    const std::size_t end = text.find_first_not_of("0123456789;", at + 2);
    return end == string::npos ? 0 : end + 1;
  }
  // Whether each line begins as one that a post quotes.
  static bool is_quoted(const string& text) noexcept {
    // A save line may begin with this sign, but no blank comes behind it there.
    bool start = true, quoted = false;
    for (std::size_t at = 0; at < text.size(); at++) {
      const char c = text[at], next = at + 1 < text.size() ? text[at + 1] : '\n';
      if (start && c != ' ' && c != '\t' && c != '\r' && c != '\n') {
        if (c != '>' || !std::strchr(" >\t\r\n", next)) return false;
        quoted = true;
        start = false;
      }
      start |= c == '\n';
    }
    return quoted;
  }

  std::size_t hard_blanks_ = 0;  // at the end of the text
  vector<long> places_;  // of each byte, and of the end
};

}  // namespace spiderpos::page
