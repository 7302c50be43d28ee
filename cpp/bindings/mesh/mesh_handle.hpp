// MeshHandle<Dim>: a mesh with a fixed number of dimensions. It reads the arguments of calls from
// the MeshBlock and stores the results.
#pragma once

#include <emscripten/bind.h>

#include <new>

#include "any_mesh.hpp"
#include "batch.hpp"
#include "sapwood/mesh/posed_mesh.hpp"

namespace sapwood::bindings {

template <int Dim>
class MeshHandle final : public AnyMesh {
 public:
  using Point = mesh::Vector<Dim>;
  using Pose = mesh::Pose<Dim>;

  // Creates a mesh. Returns null if allocation fails. The argument, the number of options, is
  // unused.
  static MeshHandle* create(u32) { return new (std::nothrow) MeshHandle; }
  u32 address() const {
    return static_cast<u32>(reinterpret_cast<uintptr_t>(static_cast<const AnyMesh*>(this)));
  }

  int dimensions() const override { return Dim; }
  u32 size() const override { return mesh_.size(); }
  u32 vertex_count() const override { return mesh_.vertex_count(); }
  f64 byte_length() const override {
    return static_cast<f64>(sizeof(MeshHandle) + mesh_.byte_length());
  }
  i32 bounds() override {
    start();
    const Aabb<Dim> box = mesh_.bounds();
    Array<f32>& out = results().distances;
    if (!out.resize(2 * Dim)) return finish(Status::out_of_memory(), 0);
    for (int axis = 0; axis < Dim; ++axis) {
      out[static_cast<u32>(axis)] = box.min[axis];
      out[static_cast<u32>(Dim + axis)] = box.max[axis];
    }
    return finish(Status::success(), 2 * Dim);
  }
  i32 nodes() override {
    start();
    const Status status = mesh_.dump(results().dump);
    results().publish_dump();
    return finish(status, results().dump.level.size());
  }

  i32 build(u32 vertices, u32 indices, u32 index_bytes, u32 method) override {
    start();
    const u64 position_bytes = u64{vertices} * Dim * sizeof(f32);
    const u64 needed = position_bytes + u64{indices} * index_bytes;
    if (results().scratch.size() < needed || vertices > kMaxCount || indices > kMaxCount) {
      return to_result(Status::invalid_argument());
    }
    const u8* bytes = results().scratch.data();
    const mesh::Positions<Dim> positions{reinterpret_cast<const f32*>(bytes), vertices};
    mesh::Indices numbers{nullptr, nullptr, indices};
    bytes += position_bytes;
    if (index_bytes == sizeof(u16)) numbers.words = reinterpret_cast<const u16*>(bytes);
    if (index_bytes == sizeof(u32)) numbers.longs = reinterpret_cast<const u32*>(bytes);
    mesh_block().invalid_index = 0;
    if (Status status = mesh::Geometry<Dim>::check(positions); !status.ok())
      return to_result(status);
    mesh_block().invalid_index = 1;
    const auto how = method == 0 ? mesh::Build::kFast : mesh::Build::kQuality;
    const Status status = mesh_.build(positions, numbers, how);
    results().scratch.release();
    return to_result(status, 0);
  }
  i32 update(u32 first, u32 count) override {
    start();
    if (count > kMaxCount || scratch<f32>(u64{count} * Dim) == nullptr) {
      return to_result(Status::invalid_argument());
    }
    return to_result(mesh_.update_range(first, {scratch<f32>(0), count}), 0);
  }
  i32 serialize() override {
    start();
    results().bytes.clear();
    return finish(mesh_.serialize(results().bytes), 0);
  }
  i32 load(u32 length) override {
    start();
    if (results().scratch.size() < length) return to_result(Status::bad_data());
    const Status status = mesh_.deserialize(results().scratch.data(), length);
    results().scratch.release();
    return to_result(status, 0);
  }

  i32 raycast(u32 side, u32 flags) override {
    const MeshBlock& in = mesh_block();
    return with_pose(flags, [&](const auto& mesh) {
      bool found = false;
      mesh::RayHit<Dim> hit;
      const Status status =
          find_hit(mesh, {point_at(in.first), point_at(in.second), in.limit, side_of(side)}, flags,
                   found, hit);
      if (status.ok() && found) {
        store(hit.primitive, hit.distance, facing(hit), {});
        store_weights(hit);
      }
      return to_result(status, found);
    });
  }
  i32 closest_point(u32 flags) override {
    const MeshBlock& in = mesh_block();
    return with_pose(flags, [&](const auto& mesh) {
      bool found = false;
      mesh::ClosestHit<Dim> hit;
      const Status status = mesh.closest_point(point_at(in.first), in.limit, found, hit);
      if (status.ok() && found) {
        store(hit.primitive, hit.distance, hit.normal, hit.point);
        store_weights(hit);
      }
      return to_result(status, found);
    });
  }
  i32 contains(u32 flags) override {
    return with_pose(flags, [&](const auto& mesh) {
      bool inside = false;
      const Status status = mesh.contains(point_at(mesh_block().first), inside);
      return to_result(status, inside);
    });
  }
  i32 overlaps(u32 shape, u32 flags) override {
    return with_pose(flags, [&](const auto& mesh) {
      bool found = false;
      Status status;
      switch (static_cast<MeshShape>(shape)) {
        case MeshShape::kBox:
          status = mesh.overlaps_box(box(), found);
          break;
        case MeshShape::kSphere:
          status = mesh.overlaps_sphere(point_at(mesh_block().first), mesh_block().radius, found);
          break;
        default:
          status = mesh.overlaps_capsule(capsule(), found);
      }
      return to_result(status, found);
    });
  }
  i32 cast(u32 flags) override {
    start();
    return with_pose(flags, [&](const auto& mesh) {
      bool found = false;
      mesh::CastHit<Dim> hit;
      const Status status = mesh.cast_capsule(capsule(), point_at(mesh_block().third), found, hit);
      if (!status.ok() || !found) return to_result(status, 0);
      store(hit.primitive, hit.fraction, hit.normal, hit.point);
      return store_contacts(1, [&](u32) {
        return mesh::Contact<Dim>{hit.primitive, hit.normal, 0, hit.point};
      });
    });
  }

  i32 query(u32 shape, u32 planes, u32 flags) override {
    start();
    Array<u32>& out = results().ids;
    return with_pose(flags, [&](const auto& mesh) {
      const MeshBlock& in = mesh_block();
      Status status;
      switch (static_cast<MeshShape>(shape)) {
        case MeshShape::kBox:
          status = mesh.query_box(box(), out);
          break;
        case MeshShape::kSphere:
          status = mesh.query_sphere(point_at(in.first), in.radius, out);
          break;
        case MeshShape::kSegment:
          status = mesh.query_segment(point_at(in.first), point_at(in.second), out);
          break;
        case MeshShape::kConvex:
          status = with_planes(
              planes, [&](const auto* spaces) { return mesh.query_convex(spaces, planes, out); });
          break;
        default:
          status = mesh.query_capsule(capsule(), out);
      }
      return finish(status, out.size());
    });
  }
  i32 raycast_all(u32 side, u32 flags) override {
    start();
    Array<mesh::RayHit<Dim>> hits;
    const MeshBlock& in = mesh_block();
    return with_pose(flags, [&](const auto& mesh) {
      const Status status = mesh.raycast_all(
          {point_at(in.first), point_at(in.second), in.limit, side_of(side)}, hits);
      if (!status.ok()) return finish(status, 0);
      Array<u8>& bytes = results().bytes;
      if (!bytes.resize(hits.size() * kHitNumbers * sizeof(f64))) {
        return finish(Status::out_of_memory(), 0);
      }
      auto* to = reinterpret_cast<f64*>(bytes.data());
      for (const mesh::RayHit<Dim>& hit : hits) {
        const Point normal = facing(hit);
        *to++ = hit.distance;
        for (int axis = 0; axis < 3; ++axis) *to++ = axis < Dim ? unsigned_zero(normal[axis]) : 0;
        *to++ = hit.u;
        *to++ = hit.v;
        *to++ = hit.primitive;
      }
      return finish(status, hits.size());
    });
  }
  i32 collide(u32 flags) override {
    start();
    Array<mesh::Contact<Dim>> contacts;
    return with_pose(flags, [&](const auto& mesh) {
      const Status status = mesh.collide_capsule(capsule(), contacts);
      if (!status.ok()) return finish(status, 0);
      sort(contacts.begin(), contacts.end(),
           [](const auto& a, const auto& b) { return a.primitive < b.primitive; });
      return store_contacts(
          static_cast<u32>(contacts.size()), [&](u32 i) -> const auto& { return contacts[i]; });
    });
  }
  i32 pairs_with(AnyMesh& other, u32 flags) override {
    start();
    if (other.dimensions() != Dim) return to_result(Status::invalid_argument());
    Array<u32>& out = results().ids;
    const auto& second = static_cast<const MeshHandle&>(other).mesh_;
    Pose pose = Pose::identity();
    Pose other_pose = pose;
    if (!read_pose(flags & kPosed, mesh_block().matrix, pose)) {
      return to_result(Status::invalid_argument(0));
    }
    if (!read_pose(flags & kOtherPosed, mesh_block().other_matrix, other_pose)) {
      return to_result(Status::invalid_argument(1));
    }
    const Status status =
        (flags & kPosed) == 0
            ? mesh_.pairs_with(second, other_pose, out)
            : PosedMesh<Dim>(mesh_, pose).pairs_with(PosedMesh<Dim>(second, other_pose), out);
    auto* pairs = reinterpret_cast<Pair*>(out.data());
    sort(pairs, pairs + out.size() / 2, [](const Pair& a, const Pair& b) {
      return a.mine != b.mine ? a.mine < b.mine : a.theirs < b.theirs;
    });
    return finish(status, out.size() / 2);
  }

  i32 raycast_many(u32 count, u32 side, u32 flags) override {
    return run_batch(count, 2 * Dim + 1, Dim + kWeights, flags, &batch::entry_of<Dim>,
                     [&](const auto& mesh, const f64* ray, u32 i, Slot& slot) {
                       bool found = false;
                       mesh::RayHit<Dim> hit;
                       const Status status = find_hit(
                           mesh, {point_at(ray), point_at(ray + Dim), ray[2 * Dim], side_of(side)},
                           flags, found, hit);
                       if (!found) return status;
                       slot.put(i, hit.primitive, hit.distance);
                       slot.put_vector(0, facing(hit));
                       slot.put_weights(Dim, hit);
                       return status;
                     });
  }
  i32 closest_point_many(u32 count, u32 flags) override {
    const f64 limit = mesh_block().limit;
    return run_batch(count, Dim, 2 * Dim + kWeights, flags, &batch::start_of<Dim>,
                     [&](const auto& mesh, const f64* point, u32 i, Slot& slot) {
                       bool found = false;
                       mesh::ClosestHit<Dim> hit;
                       const Status status = mesh.closest_point(point_at(point), limit, found, hit);
                       if (!found) return status;
                       slot.put(i, hit.primitive, hit.distance);
                       slot.put_vector(0, hit.normal);
                       slot.put_weights(Dim, hit);
                       slot.put_vector(Dim + kWeights, hit.point);
                       return status;
                     });
  }
  i32 cast_many(u32 count, u32 flags) override {
    return run_batch(count, 3 * Dim + 1, Dim, flags, &batch::start_of<Dim>,
                     [&](const auto& mesh, const f64* shape, u32 i, Slot& slot) {
                       bool found = false;
                       mesh::CastHit<Dim> hit;
                       const Status status = mesh.cast_capsule(
                           {point_at(shape), point_at(shape + Dim), shape[2 * Dim]},
                           point_at(shape + 2 * Dim + 1), found, hit);
                       if (!found) return status;
                       slot.put(i, hit.primitive, hit.fraction);
                       slot.put_vector(0, hit.normal);
                       return status;
                     });
  }
  i32 contains_many(u32 count, u32 flags) override {
    return run_batch(count, Dim, 0, flags, &batch::start_of<Dim>,
                     [&](const auto& mesh, const f64* point, u32 i, Slot&) {
                       bool inside = false;
                       const Status status = mesh.contains(point_at(point), inside);
                       results().ids[i] = inside ? 1 : 0;
                       return status;
                     });
  }

 private:
  static constexpr u32 kMaxCount = 1u << 30;
  static constexpr u32 kWeights = Dim - 1;
  static constexpr u32 kHitNumbers = 7;

  struct Pair {
    u32 mine;
    u32 theirs;
  };

  // Destination of the results of one record of a batch.
  struct Slot {
    u32 count;  // number of records
    u32 at;     // index of the current record

    void put(u32 i, u32 primitive, f64 distance) {
      at = i;
      results().ids[i] = primitive;
      results().distances[i] = static_cast<f32>(distance);
    }
    // Stores a vector for the current record in `contacts`. The vectors of all records begin at
    // `count * before`, because `before` other numbers per record precede them.
    void put_vector(u32 before, const Point& vector) {
      f32* to = results().contacts.data() + size_t{count} * before + size_t{at} * Dim;
      for (int axis = 0; axis < Dim; ++axis)
        to[axis] = static_cast<f32>(unsigned_zero(vector[axis]));
    }
    template <class Hit>
    void put_weights(u32 before, const Hit& hit) {
      f32* to = results().contacts.data() + size_t{count} * before + size_t{at} * kWeights;
      to[0] = static_cast<f32>(hit.u);
      if constexpr (Dim == 3) to[1] = static_cast<f32>(hit.v);
    }
  };

  static void start() { results().clear(); }
  static f64 unsigned_zero(f64 value) { return value + 0.0; }  // -0 + 0 is 0

  static Point point_at(const f64* numbers) { return batch::point_at<Dim>(numbers); }
  static mesh::Side side_of(u32 side) {
    return side == 0 ? mesh::Side::kFront : side == 1 ? mesh::Side::kBack : mesh::Side::kDouble;
  }
  static mesh::Box<Dim> box() {
    return {point_at(mesh_block().first), point_at(mesh_block().second)};
  }
  static mesh::Capsule<Dim> capsule() {
    const MeshBlock& in = mesh_block();
    return {point_at(in.first), point_at(in.second), in.radius};
  }
  template <class Use>
  static Status with_planes(u32 count, Use&& use) {
    mesh::HalfSpace<Dim> spaces[mesh::kMaxHalfSpaces];
    if (count > mesh::kMaxHalfSpaces) return Status::invalid_argument();
    const f64* from = mesh_block().planes;
    for (u32 i = 0; i < count; ++i, from += Dim + 1) spaces[i] = {point_at(from), from[Dim]};
    return use(spaces);
  }

  static bool read_pose(u32 flag, const f64* matrix, Pose& pose) {
    return flag == 0 || Pose::from_matrix(matrix, pose).ok();
  }
  template <class Use>
  i32 with_pose(u32 flags, Use&& use) const {
    if ((flags & kPosed) == 0) return use(mesh_);
    Pose pose;
    if (!read_pose(kPosed, mesh_block().matrix, pose)) return to_result(Status::invalid_argument());
    return use(PosedMesh<Dim>(mesh_, pose));
  }

  template <class AMesh>
  static Status find_hit(const AMesh& mesh, const mesh::Ray<Dim>& ray, u32 flags, bool& found,
                         mesh::RayHit<Dim>& hit) {
    return (flags & kAny) != 0 ? mesh.raycast_any(ray, found, hit) : mesh.raycast(ray, found, hit);
  }
  // Returns the normal of the side that faces the origin of the ray.
  static Point facing(const mesh::RayHit<Dim>& hit) { return hit.front ? hit.normal : -hit.normal; }

  static void store(u32 primitive, f64 distance, const Point& normal, const Point& point) {
    MeshBlock& out = mesh_block();
    out.primitive = primitive;
    out.distance = distance;
    for (int axis = 0; axis < Dim; ++axis) {
      out.normal[axis] = unsigned_zero(normal[axis]);
      out.point[axis] = point[axis];
    }
  }
  template <class Hit>
  static void store_weights(const Hit& hit) {
    mesh_block().weights[0] = hit.u;
    mesh_block().weights[1] = hit.v;
  }

  // Stores the primitives of n contacts in `ids`, and n normals, n depths, then n points in
  // `contacts`.
  template <class ContactAt>
  static i32 store_contacts(u32 count, ContactAt&& contact_at) {
    Results& out = results();
    if (!out.ids.resize(count) || !out.contacts.resize(size_t{count} * (2 * Dim + 1))) {
      return finish(Status::out_of_memory(), 0);
    }
    f32* normal = out.contacts.data();
    f32* depth = normal + size_t{count} * Dim;
    f32* point = depth + count;
    for (u32 i = 0; i < count; ++i) {
      const mesh::Contact<Dim>& contact = contact_at(i);
      out.ids[i] = contact.primitive;
      *depth++ = static_cast<f32>(contact.depth);
      for (int axis = 0; axis < Dim; ++axis) {
        *normal++ = static_cast<f32>(unsigned_zero(contact.normal[axis]));
        *point++ = static_cast<f32>(contact.point[axis]);
      }
    }
    return finish(Status::success(), count);
  }

  template <class T>
  static const T* scratch(u64 count) {
    const Array<u8>& bytes = results().scratch;
    return bytes.size() / sizeof(T) < count ? nullptr : reinterpret_cast<const T*>(bytes.data());
  }
  // Allocates memory for the results of a batch. `width` is the number of values per record in
  // `contacts`. Sets `records.first` to the start of the scratch buffer.
  [[gnu::noinline]] static Status start_batch(batch::Records& records, u32 width) {
    start();
    Results& out = results();
    const u32 count = records.count;
    records.first = scratch<f64>(u64{count} * records.stride);
    if (records.first == nullptr || count > kMaxCount) return Status::invalid_argument();
    const bool granted = u64{count} * width <= kMaxCount && out.ids.resize(count, kNone) &&
                         out.distances.resize(count, HUGE_VALF) &&
                         out.contacts.resize(size_t{count} * width, 0);
    return granted ? Status::success() : Status::out_of_memory();
  }
  // Calls find(mesh, record, i, slot) for each record. A record consists of `stride` doubles, and
  // its result has `width` values in `contacts`. For a record without a result, the id is kNone,
  // the distance is infinite, and the other values are 0.
  template <class Find>
  i32 run_batch(u32 count, u32 stride, u32 width, u32 flags, batch::PlaceOf<Dim> place_of,
                Find&& find) {
    batch::Records records{nullptr, count, stride};
    if (Status status = start_batch(records, width); !status.ok()) return finish(status, 0);
    return with_pose(flags, [&](const auto& mesh) {
      Slot slot{count, 0};
      auto find_one = [&](const f64* record, u32 i) { return find(mesh, record, i, slot); };
      using FindOne = decltype(find_one);
      const auto call = [](void* to, const f64* record, u32 i) {
        return (*static_cast<FindOne*>(to))(record, i);
      };
      const bool posed = (flags & kPosed) != 0;
      const KeyedIndex* order = batch::order_of(mesh_, posed, records, place_of);
      return finish(batch::run_all(records, order, &find_one, call), count);
    });
  }

  Mesh<Dim> mesh_;
};

extern template class MeshHandle<2>;
extern template class MeshHandle<3>;

template <int Dim>
void bind_mesh() {
  emscripten::class_<MeshHandle<Dim>>(Dim == 2 ? "SegmentMesh2" : "TriangleMesh3")
      .class_function("create", &MeshHandle<Dim>::create, emscripten::allow_raw_pointers())
      .function("address", &MeshHandle<Dim>::address);
}

}  // namespace sapwood::bindings
