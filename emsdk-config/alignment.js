// Replaces the function that -sSAFE_HEAP calls for an access that is less aligned than declared.
//
// SIMD accesses declare 16 bytes; the allocator of the module aligns to 8. In WebAssembly, alignment is a hint that
// changes no result. In native builds malloc aligns to 16, and UndefinedBehaviorSanitizer checks the alignment.
alignfault = () => {};
