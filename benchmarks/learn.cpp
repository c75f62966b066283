// Train a net that estimates the chance to win (native/player/nets.hpp), on games that the player itself
// plays with hidden cards.
//
//     g++ -O3 -std=c++17 benchmarks/learn.cpp -o build/learn
//     build/learn 4 13300 > build/net.txt    # suits, games: some hours of a core
//
// All deals are shuffled at random.  Half of the games are played with randomly changed weights.  An
// example is the tableau before the last move of each line that the player chooses, labelled with the
// result of the game.  Training uses logistic loss and Adam; a tenth of the games are the test set.  The
// program prints the net of the round with the least loss on the test set.
#include <array>
#include <cstdio>
#include <cstdlib>

#include "../native/player/player.hpp"

using namespace spiderpos;
using namespace spiderpos::winning;

constexpr int INPUTS = PARTS - 1, HIDDEN = Chance::HIDDEN, ROUNDS = 12, BATCH = 256;
constexpr float RATE = 1e-3f;
constexpr int MOST_MOVES = 1500;  // in one game

struct Example {
  float parts[PARTS];
  int rows;
  bool won;
};
using Examples = std::vector<Example>;

// Make the face-down cards and the hand unknown; count them by their values.
Unseen hide(Rules& rules, Tableau& t) {
  Unseen unseen;
  const auto hide_card = [&](u8& card) { unseen.count[card]++, unseen.total++, card = UNKNOWN; };
  for (int i = 0, offset = 0; i < rules.columns; offset += t.length[i], i++)
    for (int j = 0; j < t.down[i]; j++) hide_card(t.cards[offset + j]);
  std::for_each(rules.hand.begin() + t.dealt, rules.hand.end(), hide_card);
  return unseen;
}

Examples play_game(int suits, std::mt19937& random) {
  std::vector<u8> deck;
  for (int i = 0; i < MOST_CARDS; i++) deck.push_back((u8)(4 * (i / 8 + 1) + i % 8 * suits / 8));
  shuffle(deck, random);
  Rules rules;
  Tableau t{};
  for (int i = 0; i < 10; i++) t.length[i] = (u8)(i % 3 ? 5 : 6), t.down[i] = t.length[i] - 1;
  std::copy(deck.begin(), deck.begin() + 54, t.cards);
  rules.hand.assign(deck.begin() + 54, deck.end());

  PlayerWeights weights = player_weights(suits);
  std::normal_distribution<float> normal(0, .3f);
  if (random() % 2)
    for (auto* list : {weights.base, weights.slope})
      for (int part = 0; part < PARTS; part++) list[part] *= std::exp(normal(random));
  Examples examples;
  bool won = false;
  for (int moves = 0; !(won = is_won(rules, t)) && moves < MOST_MOVES;) {
    Rules visible_rules = rules;
    Tableau visible = t;
    const Unseen unseen = hide(visible_rules, visible);
    Control control(1e9, (std::size_t)1 << 30, nullptr);
    if (!unseen.total) {
      won = !winning_line(rules, t, control).empty();
      break;
    }
    const std::vector<Move> line =
        Player(visible_rules, weights, player_chance(suits), unseen, random(), Skill{}, control)
            .decide(visible);
    if (line.empty()) break;
    for (const Move& move : line) {
      if (&move == &line.back()) {
        Example example{{}, rows_left(rules, t), false};
        const Worth worth(rules, weights, unseen, example.rows);
        Side sides[MOST_COLUMNS];
        for (int i = 0, offset = 0; i < rules.columns; offset += t.length[i], i++)
          sides[i] = worth.side(t.cards + offset, t.length[i], t.down[i]);
        worth.count(all(sides), t.removed, example.parts);
        examples.push_back(example);
      }
      play(rules, t, move);
    }
    moves += (int)line.size();
  }
  for (Example& example : examples) example.won = won;
  return examples;
}

double loss(const Chance& chance, const Examples& examples) {
  double sum = 0;
  for (const Example& example : examples) {
    const float p = chance.of(example.parts, example.rows);
    sum -= std::log(std::max(1e-6f, example.won ? p : 1 - p));
  }
  return sum / (double)examples.size();
}

// Trains on inputs scaled to mean 0 and variance 1; the result of `net` takes unscaled inputs.
class Learner {
 public:
  Learner(const Examples& examples, std::mt19937& random) : examples_(examples) {
    for (int i = 0; i < INPUTS; i++) {
      double sum = 0, squares = 0;
      for (const Example& e : examples) sum += e.parts[i], squares += e.parts[i] * e.parts[i];
      const double mean = sum / (double)examples.size();
      means_[i] = (float)mean;
      spreads_[i] =
          (float)std::sqrt(std::max(.0025, squares / (double)examples.size() - mean * mean));
    }
    std::normal_distribution<float> normal(0, .2f);
    for (float& weight : weights_) weight = normal(random);
  }

  void round(std::mt19937& random, int number) {
    std::vector<u32> order(examples_.size());
    for (u32 i = 0; i < order.size(); i++) order[i] = i;
    shuffle(order, random);
    for (std::size_t i = 0; i + BATCH <= order.size(); i += BATCH) {
      std::array<float, SIZE> slope{};
      for (int j = 0; j < BATCH; j++) add_slope(examples_[order[i + j]], slope);
      step(slope, RATE * (1 - .98f * (float)number / ROUNDS));
    }
  }

  Chance net() const {
    Chance chance{};
    for (int j = 0; j < HIDDEN; j++) {
      float shift = 0;
      for (int i = 0; i < INPUTS; i++) {
        chance.part[i][j] = weights_[part(i, j)] / spreads_[i];
        shift += chance.part[i][j] * means_[i];
      }
      for (int rows = 0; rows < STAGES; rows++)
        chance.stage[rows][j] = weights_[rows * HIDDEN + j] - shift;
      chance.out[j] = weights_[OUT + j];
    }
    chance.bias = weights_[OUT + HIDDEN];
    return chance;
  }

 private:
  static constexpr int OUT = (STAGES + INPUTS) * HIDDEN, SIZE = OUT + HIDDEN + 1;
  static int part(int input, int hidden) { return (STAGES + input) * HIDDEN + hidden; }

  void add_slope(const Example& example, std::array<float, SIZE>& slope) const {
    float inputs[INPUTS];
    for (int i = 0; i < INPUTS; i++)
      inputs[i] = (example.parts[i] - means_[i]) / spreads_[i];
    float hidden[HIDDEN], sum = weights_[OUT + HIDDEN];
    for (int j = 0; j < HIDDEN; j++) {
      hidden[j] = weights_[example.rows * HIDDEN + j];
      for (int i = 0; i < INPUTS; i++) hidden[j] += inputs[i] * weights_[part(i, j)];
      sum += std::max(hidden[j], 0.f) * weights_[OUT + j];
    }
    const float error = (1 / (1 + std::exp(-sum)) - (float)example.won) / BATCH;
    slope[OUT + HIDDEN] += error;
    for (int j = 0; j < HIDDEN; j++) {
      if (hidden[j] <= 0) continue;
      slope[OUT + j] += error * hidden[j];
      const float back = error * weights_[OUT + j];
      slope[example.rows * HIDDEN + j] += back;
      for (int i = 0; i < INPUTS; i++) slope[part(i, j)] += back * inputs[i];
    }
  }

  void step(const std::array<float, SIZE>& slope, float rate) {
    first_ *= .9f, second_ *= .999f;
    for (int i = 0; i < SIZE; i++) {
      momentum_[i] += .1f * (slope[i] - momentum_[i]);
      square_[i] += .001f * (slope[i] * slope[i] - square_[i]);
      weights_[i] -=
          rate * momentum_[i] / (1 - first_) / (std::sqrt(square_[i] / (1 - second_)) + 1e-8f);
    }
  }

  const Examples& examples_;
  float means_[INPUTS], spreads_[INPUTS];
  std::array<float, SIZE> weights_{}, momentum_{}, square_{};
  float first_ = 1, second_ = 1;
};

void print(const float* numbers) {
  std::printf("{");
  for (int i = 0; i < HIDDEN; i++) std::printf("%s%.3g", i ? ", " : "", numbers[i]);
  std::printf("},\n");
}

int main(int count, char** words) {
  if (count != 3) return std::fprintf(stderr, "usage: learn SUITS GAMES\n"), 2;
  const int suits = std::atoi(words[1]), games = std::atoi(words[2]);
  std::mt19937 random(1);
  Examples training, test;
  for (int game = 0; game < games; game++) {
    const Examples examples = play_game(suits, random);
    Examples& list = game % 10 ? training : test;
    list.insert(list.end(), examples.begin(), examples.end());
  }
  Learner learner(training, random);
  Chance best{};
  double least = 1e9;
  for (int round = 0; round < ROUNDS; round++) {
    learner.round(random, round);
    const Chance net = learner.net();
    if (loss(net, test) < least) least = loss(net, test), best = net;
  }
  std::printf("// %zu positions; loss %.4f, of the net in use %.4f\n{{", training.size(), least,
              loss(player_chance(suits), test));
  for (const auto& stage : best.stage) print(stage);
  std::printf("}, {");
  for (const auto& part : best.part) print(part);
  std::printf("},\n");
  print(best.out);
  std::printf("%.3g}\n", best.bias);
}
