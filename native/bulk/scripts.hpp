// Scripts that are written as they are here: their moves are played, and written again.
#pragma once
#include "positions.hpp"

namespace {

string card_name(u8 card) { return name(card); }

void make(Line& line, Move move) {
  if (!line.go_on(move)) throw other();
}
Move removal(int column) { return {winning::REMOVE, (u8)column, 0, 0}; }

string gone_off(const Step& step) {
  vector<string> gone;
  for (std::size_t i = step.move.kind == winning::REMOVE; i < step.removals.size(); i++)
    gone.push_back(string("the ") + suit_name(step.removals[i].second) + " go off from column " +
                   number(step.removals[i].first + 1));
  return gone.empty() ? string() : "  # " + join(gone);
}

// The number behind a word of a line, from 0.
u8 number_behind(const string& line, const char* word) {
  const std::size_t at = line.find(word);
  if (at == string::npos) throw other();
  const int found = std::atoi(line.c_str() + at + std::strlen(word));
  if (found < 1 || found > 10) throw other();
  return (u8)(found - 1);
}

void play_words(Line& line, const string& text) {
  for (const string& said : split(text, '\n')) {
    Move move{winning::DEAL, 0, 0, 0};
    if (said.compare(0, 4, "deal")) {
      std::size_t at = 0;
      const bool off = !said.compare(0, 11, "remove the ");
      const bool from_cell = said.find(" from cell ") != string::npos;
      const bool to_cell = said.find(" to cell ") != string::npos;
      const int head = off ? 1 : read_rank(said, at);
      const bool run = at < said.size() && said[at] == '-';
      at += run;
      const int tail = run ? read_rank(said, at) : head;
      if (!head || !tail || tail > head) throw other();
      move.from = number_behind(said, off ? " from column " : from_cell ? " from cell " : " from ");
      if (!off) move.to = number_behind(said, to_cell ? " to cell " : " to ");
      move.count = (u8)(off ? 0 : head - tail + 1);
      move.kind = off ? winning::REMOVE : from_cell ? winning::FROM_CELL
                  : to_cell ? winning::TO_CELL : winning::SHIFT;
    }
    make(line, move);
    string written = describe(line.steps.back());
    written += gone_off(line.steps.back());
    if (written != said) throw other();
  }
}

// How many cards the ranks ask for (spiderpos/scripts/instructions.py).
int asked_count(const Position& position, const State& now, int from, int to) {
  if (!now.up_count(to)) return std::max(1, (int)position.run(now, from).size());
  if (!now.up_count(from)) return 1;
  int count = (now.bottom(to) >> 2) - (now.bottom(from) >> 2);
  if (count < 1 && position.rules.kings_on_aces) count += SUIT_LENGTH;
  return std::max(1, count);
}

// The columns from which suits go off without a word after the last step.
vector<int> unsaid_removals(const Line& line) {
  const Step& step = line.steps.back();
  vector<int> found;
  if (line.position.rules.automatic_removal || step.move.kind == winning::REMOVE) return found;
  vector<int> changed{step.move.from, step.move.to};
  if (step.move.kind == winning::DEAL) {
    changed.clear();
    for (int i = 0; i < line.position.rules.columns; i++) changed.push_back(i);
  }
  State now = step.after;
  for (const int column : changed)
    while (line.position.complete(now, column)) {
      found.push_back(column);
      now = play(line.position, State(now), removal(column)).after;
    }
  return found;
}

// Groups in letters: "<be,bc> -> Js", "deal -> ...".
void play_letters(Line& line, const string& text) {
  for (const string& said : split(text, '\n')) {
    const bool group = said[0] == '<';
    const std::size_t end = said.find(group ? '>' : ' ');
    const string words = said.substr(group, std::min(end, said.size()) - group);
    string written, cards;
    for (const string& word : split(words, ',')) {
      Move move{winning::DEAL, 0, 0, 0};
      string name = "deal";
      if (group) {
        const bool off = word.size() == 5 && !word.compare(0, 4, "off ");
        const auto column = [&](std::size_t at) {
          if (at >= word.size() || word[at] < 'a' || word[at] > 'j') throw other();
          return (u8)(word[at] - 'a');
        };
        if (off) {
          move = removal(column(4));
          name = word;
        } else {
          move = {winning::SHIFT, column(0), column(1), 1};
          const int asked = asked_count(line.position, line.at(line.length()), move.from, move.to);
          const int count = word.size() > 2 ? std::atoi(word.c_str() + 2) : asked;
          if (count < 1 || count > SUIT_LENGTH) throw other();
          move.count = (u8)count;
          name = string{word[0], word[1]} + (count == asked ? string() : number(count));
        }
      }
      if (!cards.empty()) throw other();  // no card is turned up but by the last move
      make(line, move);
      const std::size_t first = line.steps.size() - 1;
      for (const int column : unsaid_removals(line)) make(line, removal(column));
      for (std::size_t i = first; i < line.steps.size(); i++) {
        const Step& step = line.steps[i];
        if (step.move.kind == winning::DEAL)
          for (u8 card : step.cards) cards += " " + card_name(card);
        for (const auto& turned : step.turned) cards += " " + card_name(turned.second);
      }
      written += (written.empty() ? "" : ",") + name;
    }
    if (group) written = "<" + written + ">";
    if (written + (cards.empty() ? "" : " ->" + cards) != said) throw other();
  }
}

// A position in a line, a line end, and the script.
string replayed(const string& text) {
  const std::size_t line_end = std::min(text.find('\n'), text.size() - 1);
  const string script = text.substr(line_end + 1);
  Found start = from_fen(text.substr(0, line_end));
  bool known = true;
  each_card(start.position, start.position.start, [&](u8 card) { known &= is_known(card); });
  if (!known || script.empty()) throw other();
  Line line(start.position);
  const bool letters = script[0] == '<' || !script.compare(0, 7, "deal ->");
  if (letters)
    play_letters(line, script);
  else
    play_words(line, script);
  string answer = string(letters ? "letters" : "words") + PART;
  for (const Step& step : line.steps) {
    const Move& move = step.move;
    for (const int part : {(int)move.kind, move.from + 1, move.to + 1, (int)move.count})
      answer += (char)part;
    if (move.kind == winning::DEAL && !start.dealt.empty())
      start.dealt.insert(start.dealt.begin(), step.cards.rbegin(), step.cards.rend());
  }
  answer += PART;
  put(answer, line.position, line.at(line.length()), start.dealt);
  return answer;
}

}  // namespace
