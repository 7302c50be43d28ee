// Takes the place of the function that -sSAFE_HEAP calls for an access that is less aligned than it claims.
//
// Packets of SIMD claim 16 bytes and the allocator of the module gives 8. In WebAssembly alignment is a hint that
// changes no result; natively, where it is more, malloc gives 16 and UndefinedBehaviorSanitizer looks.
alignfault = () => {};
