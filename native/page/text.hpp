// A text as its readers take it: signs as letters, dashes as hyphens, without what nobody sees.
#pragma once
#include "position.hpp"
#include "spellings.hpp"

namespace spiderpos::page {

class PlainText {
 public:
  explicit PlainText(const string& text) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t length = sequence(text, at);
      const char* meant = nullptr;
      if (length > 1) {
        const unsigned sign = code_point(text, at, length);
        for (const Spelling& spelling : SPELLINGS)
          if (spelling.sign == sign) meant = spelling.meant;
      }
      const string written = meant ? string(meant) : text.substr(at, length);
      for (std::size_t i = 0; i < written.size(); i++)
        places_.push_back((long)at + (meant ? 0 : (long)i));
      plain += written;
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

  vector<long> places_;  // of each byte, and of the end
};

}  // namespace spiderpos::page
