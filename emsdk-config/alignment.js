// Replaces the function that -sSAFE_HEAP calls for an access that is less aligned than declared.
//
// SIMD instructions declare an alignment of 16 bytes, but the module's allocator aligns to 8 bytes.
// In WebAssembly the declared alignment is a hint that changes no result. The native fuzzing build
// still checks it: malloc aligns to 16 bytes there, and UndefinedBehaviorSanitizer reports
// misaligned accesses.
alignfault = () => {};
