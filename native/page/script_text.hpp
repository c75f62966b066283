// The text of a script: what stands where it is read, and the error that says where it went wrong.
#pragma once
#include "link.hpp"

namespace spiderpos::page {

class ScriptText {
 protected:
  explicit ScriptText(const string& text) : text_(text) {
    const bool brackets = text_.find('(') != string::npos;
    blank_remarks();
    letters_ = begins_with_letters();
    if (letters_ && brackets)
      throw Unreadable{"what stands in parentheses between letters isn't read here",
                       (long)text.find('(')};
  }

  void blank_remarks() {
    int depth = 0;
    bool comment = false;
    for (char& c : text_) {
      if (c == '\n') comment = false;
      if (c == '#' && !depth) comment = true;
      if (c == '(' && !comment) depth++;
      const bool blank = depth || comment;
      if (c == ')' && !comment && depth) depth--;
      if (blank && c != '\n') c = ' ';
    }
  }
  bool is_word_char(std::size_t at) const {
    const char c = at < text_.size() ? text_[at] : ' ';
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (unsigned char)c > 127;
  }
  void skip_blanks() {
    while (at_ < text_.size() && is_blank_here()) at_++;
  }
  bool is_blank_here() const { return text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r'; }

  // A word in either case, which is passed over.
  bool word(const char* wanted) {
    skip_blanks();
    std::size_t at = at_;
    for (const char* c = wanted; *c; c++, at++)
      if (at == text_.size() || (text_[at] | 32) != *c) return false;
    if (is_word_char(at)) return false;
    at_ = at;
    return true;
  }
  bool sign(const char* wanted) {
    skip_blanks();
    const std::size_t length = std::strlen(wanted);
    if (text_.compare(at_, length, wanted)) return false;
    at_ += length;
    return true;
  }
  // The word for a suit that stays, perhaps in the next line.
  bool keep() {
    const std::size_t before = at_;
    while (at_ < text_.size() && is_blank(text_[at_])) at_++;
    return word("keep") || (at_ = before, false);
  }
  // A number of up to four digits, or -1.
  int digits() {
    skip_blanks();
    std::size_t end = at_;
    while (end < text_.size() && text_[end] >= '0' && text_[end] <= '9') end++;
    if (end == at_ || end - at_ > 4) return -1;
    const int found = std::atoi(text_.substr(at_, end - at_).c_str());
    at_ = end;
    return found;
  }
  int column_number() {
    const std::size_t before = at_;
    if (word("column") || word("col") || word("pile")) sign(".");
    const int found = digits();
    if (found < 0 || is_word_char(at_)) return at_ = before, -1;
    return found;
  }
  int cell_number() {
    const std::size_t before = at_;
    word("free");
    if (!word("cell")) return at_ = before, -1;
    const int found = digits();
    if (found < 0) at_ = before;
    return found;
  }
  // "9-6s", "9s-6s", "10h", "??": head and tail.
  bool run(int& head, int& tail) {
    const std::size_t before = at_;
    if (!word("the") && !word("an")) word("a");
    skip_blanks();
    if (sign("??")) {
      head = tail = UNKNOWN;
      return true;
    }
    std::size_t at = at_;
    tail = read_card_name(text_, at);
    head = tail;
    if (!tail || text_.compare(at, 1, "-") == 0) {
      at = at_;
      const int rank = read_rank(text_, at);
      const int suit = at < text_.size() ? suit_of(text_[at]) : -1;
      if (suit >= 0) at++;
      tail = 0;
      if (rank && text_.compare(at, 1, "-") == 0) {
        at++;
        tail = read_card_name(text_, at);
        head = tail ? 4 * rank + (suit < 0 ? tail & 3 : suit) : 0;
      }
    }
    if (!tail || is_word_char(at)) return at_ = before, false;
    at_ = at;
    return true;
  }

  void skip_between() {
    if (letters_) return skip_in_letters();
    for (;;) {
      while (at_ < text_.size() && std::strchr(" \t\r\n,;.!", text_[at_])) at_++;
      if (!word("and") && !word("then") && !word("finally")) return;
    }
  }
  // Between moves in letters; "12." at the beginning of a line too.
  void skip_in_letters() {
    for (;;) {
      const std::size_t before = at_;
      const bool at_line = !at_ || text_[at_ - 1] == '\n';
      if (at_line && digits() >= 0 && !sign(". ") && !sign(") ")) at_ = before;
      while (at_ < text_.size() && std::strchr(" \t\r\n,;.<>", text_[at_])) {
        at_++;
        if (text_[at_ - 1] == '\n') break;
      }
      if (!sign("->") && !sign("-->") && at_ == before) return;
    }
  }

  bool begins_with_letters() {
    letters_ = true;
    bool found = false;
    // A deal alone is the same in words.
    for (skip_between(); !found && word("deal"); skip_between()) found = keep() || sign("->");
    found |= is_letters() || off_column() >= 0;
    at_ = 0;
    return found;
  }
  // The column of "off c", which isn't passed over; -1 if that isn't said.
  int off_column() const {
    const bool said = text_.compare(at_, 4, "off ") == 0 && at_ + 4 < text_.size() &&
                      text_[at_ + 4] >= 'a' && text_[at_ + 4] <= 'j' && !is_word_char(at_ + 5);
    return said ? text_[at_ + 4] - 'a' : -1;
  }
  bool is_letters() const {
    const auto is_column = [&](std::size_t at) {
      return at < text_.size() && text_[at] >= 'a' && text_[at] <= 'j';
    };
    if (!is_column(at_) || !is_column(at_ + 1)) return false;
    std::size_t end = at_ + 2;
    while (end < text_.size() && text_[end] >= '0' && text_[end] <= '9') end++;
    if (is_word_char(end)) return false;
    // "ac from 2 to 9" has a card.
    while (end < text_.size() && text_[end] == ' ') end++;
    return text_.compare(end, 5, "from ") != 0;
  }

  // What is wrong with the move that is read.
  Unreadable wrong(const string& why) const {
    std::size_t end = begin_;
    while (end < text_.size() && !std::strchr(",;\n<>", text_[end])) end++;
    while (end > begin_ + 1 && is_blank(text_[end - 1])) end--;
    return {why, (long)begin_, (long)std::max<std::size_t>(1, end - begin_)};
  }
  Unreadable not_understood() const {
    std::size_t end = begin_;
    while (end < text_.size() && !std::strchr(" \t\r\n,;", text_[end])) end++;
    return {"'" + text_.substr(begin_, std::min<std::size_t>(end - begin_, 40)) +
                "' is not understood here: a move such as '9-6s from 7 to 3', '7 3' or 'deal'",
            (long)begin_, (long)std::max<std::size_t>(1, end - begin_)};
  }

  string text_;
  bool letters_ = false;
  std::size_t at_ = 0, begin_ = 0;  // what is read next; where the move began
};

}  // namespace spiderpos::page
