// Replaces the function that -sSAFE_HEAP calls for an access with less alignment than declared.
//
// SIMD packets declare an alignment of 16 bytes, and the allocator of the module returns 8. In WebAssembly alignment is
// a hint that does not affect results. In native builds malloc returns 16, and UndefinedBehaviorSanitizer checks
// accesses.
alignfault = () => {};
