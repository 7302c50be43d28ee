/// @file
/// Includes the whole library: the structures, the queries and World.
///
/// ```cpp
/// sapwood::DynamicTree<3> tree{{.margin = 0.1f}};
/// sapwood::Status status = tree.build(boxes, count);
/// sapwood::QueryCounters counters;
/// status = sapwood::query(tree, sapwood::BoxQuery<3>(box), sapwood::Filter::any(), counters,
///                         [&](sapwood::Id id) { found.push_back(id); return true; });
/// ```
#pragma once

#include "sapwood/core/queries.hpp"
#include "sapwood/geometry/cast_query.hpp"
#include "sapwood/structures.hpp"
#include "sapwood/world/world.hpp"
