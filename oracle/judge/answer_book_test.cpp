// One way of answering for each place, or the run is inconsistent.
#include "oracle/judge/answer_book.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

using Options = std::vector<std::string>;
using OptionCounts = std::map<std::string, std::uint64_t>;

Judgement answered(const Options& options, const std::string& question = "q") {
  Judgement j;
  j.answers = {{question, options}};
  return j;
}

// A book of cases in one place, each leaving these options.
AnswerBook book_of(const std::vector<Options>& cases, const std::string& where = "ascend950/1") {
  AnswerBook book;
  for (const Options& options : cases) book.add(answered(options), where);
  return book;
}

OptionCounts counted(const std::vector<Options>& cases) {
  const AnswerBook::Counts counts = book_of(cases).counts();
  return counts.empty() ? OptionCounts{} : counts.at("q").at("ascend950/1");
}

bool consistent(const std::vector<Options>& cases) { return book_of(cases).inconsistent().empty(); }

TEST(AnswerBook, NothingAskedNothingCounted) {
  EXPECT_TRUE(AnswerBook().counts().empty());
  EXPECT_TRUE(AnswerBook().inconsistent().empty());
  AnswerBook book;
  book.add(Judgement(), "ascend950/1");
  EXPECT_TRUE(book.counts().empty());
}

TEST(AnswerBook, CasesThatTellTheOptionsApart) {
  EXPECT_EQ(counted({{"keep"}, {"keep"}, {"keep"}}), (OptionCounts{{"keep", 3}}));
  EXPECT_TRUE(consistent({{"keep"}, {"keep"}}));
  EXPECT_EQ(counted({{"keep"}, {"zero"}, {"keep"}}), (OptionCounts{{"keep", 2}, {"zero", 1}}));
  EXPECT_FALSE(consistent({{"keep"}, {"zero"}, {"keep"}}));
}

TEST(AnswerBook, OneSharedOptionIsEnough) {
  EXPECT_EQ(counted({{"a", "b"}, {"b", "c"}}), (OptionCounts{{"b", 2}}));
  EXPECT_TRUE(consistent({{"a", "b"}, {"b", "c"}}));
  EXPECT_TRUE(consistent({{"a", "b"}, {"b"}, {"b", "c"}}));
  EXPECT_TRUE(consistent({{"a", "b"}, {"a", "b"}}));
  EXPECT_EQ(counted({{"a", "b"}, {"a", "b"}}), (OptionCounts{{"a", 2}})) << "the first stands";
  // Any two share an option, but not all three.
  EXPECT_FALSE(consistent({{"a", "b"}, {"b", "c"}, {"c", "a"}}));
}

TEST(AnswerBook, ReportsTheMixture) {
  const auto found = book_of({{"a"}, {"b", "c"}, {"a"}, {"b", "c"}}).inconsistent();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].question, "q");
  EXPECT_EQ(found[0].where, "ascend950/1");
  EXPECT_EQ(found[0].options, (OptionCounts{{"a", 2}, {"b", 2}}));
}

TEST(AnswerBook, PlacesAndQuestionsAreApart) {
  AnswerBook book;
  book.add(answered({"keep"}), "ascend950/1");
  book.add(answered({"zero"}), "ascend950/2");
  book.add(answered({"zero"}), "atlas_a2/1");
  book.add(answered({"zero"}, "other"), "ascend950/1");
  EXPECT_TRUE(book.inconsistent().empty());
  EXPECT_EQ(book.counts().size(), 2u);
  EXPECT_EQ(book.counts().at("q").size(), 3u);
  book.add(answered({"zero"}), "ascend950/1");
  ASSERT_EQ(book.inconsistent().size(), 1u);
  EXPECT_EQ(book.inconsistent()[0].where, "ascend950/1");
}

TEST(AnswerBook, MergedBooksAreAsOne) {
  const std::vector<Options> left = {{"a", "b"}, {"b"}}, right = {{"a"}, {"b", "c"}};
  AnswerBook merged = book_of(left);
  merged.merge(book_of(right));
  AnswerBook whole = book_of(left);
  for (const Options& options : right) whole.add(answered(options), "ascend950/1");
  EXPECT_EQ(merged.counts(), whole.counts());
  EXPECT_EQ(merged.inconsistent().size(), 1u);
  AnswerBook other_way = book_of(right);
  other_way.merge(book_of(left));
  EXPECT_EQ(other_way.counts(), merged.counts());
}

TEST(AnswerBook, DoingAsItPleasesIsOneAnswer) {
  AnswerBook book;
  Judgement looks_like_zero, like_nothing;
  looks_like_zero.answers = {{"toy.tail", {"zero"}}};
  like_nothing.answers = {{"toy.tail", {"unspecified"}}};
  book.add(looks_like_zero, "p/2");
  book.add(like_nothing, "p/2");
  EXPECT_TRUE(book.inconsistent().empty());
  EXPECT_EQ(book.counts()["toy.tail"]["p/2"]["unspecified"], 2u);
}

}  // namespace
}  // namespace assay
