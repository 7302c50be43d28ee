// Replaces the function that -sSAFE_HEAP calls when an address is not a multiple of the alignment
// that its instruction declares. The replacement accepts the access.
//
// SIMD instructions declare an alignment of 16 bytes, but the module's allocator aligns to 8 bytes.
// In WebAssembly, a wrong alignment never changes a result. The native fuzzing build still detects
// misaligned accesses with UndefinedBehaviorSanitizer, because malloc aligns to 16 bytes there.
alignfault = () => {};
