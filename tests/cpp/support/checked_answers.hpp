// The verbs that read an index, each with its comparison, and what a checked index is made of.
#pragma once

#include "support/comparison.hpp"
#include "support/tape_reader.hpp"

namespace sapwood::test {

// How much was done.
struct Tally {
  u64 operations = 0;
  u64 pairs_compared = 0;
  u64 bytes_damaged = 0;
};

template <int Dim>
class CheckedAnswers {
 public:
  using Box = Aabb<Dim>;
  using Boxes = std::span<const Box>;

  // `make` makes the index, and others of its kind to go with it.
  CheckedAnswers(const SubjectMaker<Dim>& make, Report& report)
      : make_(make), subject_(make()), report_(report) {}

  const Model<Dim>& model() const { return model_; }
  const AnswerHash& answers() const { return answers_; }
  // Whether volumes along every ray are asked for as well, which have no bytes of their own on a
  // tape and no part in the hash. It changes all the same where a structure, asked, does what it
  // put off.
  void ask_beside(bool asked) { asks_beside_ = asked; }
  const Tally& tally() const { return tally_; }
  bool offers(Need need) const;

  void query_box(const Box& box, const Filter& filter);
  // The sink ends the query after so many results, at least one.
  void query_box_until(const Box& box, u32 most);
  void query_point(const Point<Dim>& point, const Filter& filter);
  void query_sphere(const Point<Dim>& center, f32 radius, const Filter& filter);
  // Nothing in 2D.
  void query_frustum(const FrustumProbe& probe, const Filter& filter);
  // The closest hit and all of them.
  void raycast(const Ray<Dim>& ray, const Filter& filter);
  void nearest(const Point<Dim>& point, u32 k, f32 reach, const Filter& filter);
  // Of the package's batches each query for itself.
  void query_boxes(Boxes boxes);
  void raycasts(std::span<const Ray<Dim>> rays);
  void nearest_many(std::span<const Point<Dim>> points, u32 k);
  void pairs();
  // With an index of these boxes; every third item has the filter.
  void pairs_with(Boxes boxes, const Filter& filter);

  // Broken invariants, once everything that was put off is done.
  void validate();
  void content();
  // What must hold after every step, whatever was put off.
  void glance();
  void nodes();
  // Into another index: rejected, or sound in every way.
  void load_damaged(const Damage& damage);
  // What no tape may leave wrong.
  void finish();

 protected:
  Comparison<Dim> compare() { return {*subject_, model_, report_, &answers_}; }
  // Without a trace in the hash, which knows single queries only.
  Comparison<Dim> compare_quietly() { return {*subject_, model_, report_}; }
  void start_batch(size_t queries);
  void volumes_along(const Ray<Dim>& ray, const Filter& filter);
  std::unique_ptr<Subject<Dim>> partner(Boxes boxes, const Filter& filter, Model<Dim>& model);

  SubjectMaker<Dim> make_;
  std::unique_ptr<Subject<Dim>> subject_;
  Model<Dim> model_;
  Report& report_;
  bool asks_beside_ = true;
  AnswerHash answers_;
  Tally tally_;
};

extern template class CheckedAnswers<2>;
extern template class CheckedAnswers<3>;

}  // namespace sapwood::test
