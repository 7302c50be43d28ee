// An index with one deliberate defect. It forwards calls to a sound index and changes some calls or
// results. The suites must detect each defect.
#pragma once

#include "support/subject.hpp"

namespace sapwood::test {

enum class Defect {
  kNone,
  // queries
  kDropsTheLastItem,
  kForgetsTouchingBoxes,
  kReportsFatBoxes,
  kOpenSpheres,
  kIgnoresFilters,
  kMiscountsResults,
  kIgnoresStop,
  kForgetsInNestedQueries,
  kChangesItsOrder,
  kVisitsNodesTwice,
  // pairs
  kForgetsTouchingPairs,
  kRepeatsAPair,
  kTurnsPairsAround,
  kPairsItemsWithThemselves,
  kForgetsPartnersOfTheFirstItem,
  kTurnsPartnersAround,
  // ray, nearest and frustum queries
  kRayMissesFromInside,
  kRayIgnoresMaxDistance,
  kRayMeasuresInDirections,
  kRayAllUnsorted,
  kNearestUnsorted,
  kNearestTiesByLargestId,
  kNearestOneTooFew,
  kNearestIgnoresItsReach,
  kFrustumUnsorted,
  kFrustumLimitOneTooMany,
  // life
  kLosesAnItemAfterRemove,
  kKeepsTheBoxOfAMovedItem,
  kUpdatesAllButTheLast,
  kGivesFreshIds,
  kDropsFilters,
  kFindsInAnEmptyIndex,
  // memory and bytes
  kClearsWhenOutOfMemory,
  kHidesOutOfMemory,
  kUnderstatesItsMemory,
  kLeaks,
  kGrowsByEachBuild,
  kAcceptsDamagedBytes,
  kClearsOnBadBytes,
  kForgetsAnItemInBytes,
  // inspection
  kDumpsAllItemsButOne,
  kMiscountsLeaves,
  kReportsAFault,
};

std::unique_ptr<Subject<3>> make_broken_index(Defect defect);

}  // namespace sapwood::test
