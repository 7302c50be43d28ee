// Declares Embind's imports of modules with handwritten glue code for the linker. The functions are in
// web/sapwood/src/glue/embind.ts. The compiler requires the number of parameters; its glue code is discarded.
addToLibrary({
  _embind_register_void: (_1, _2) => {},
  _embind_register_bool: (_1, _2, _3, _4) => {},
  _embind_register_integer: (_1, _2, _3, _4, _5) => {},
  _embind_register_float: (_1, _2, _3) => {},
  _embind_register_class__deps: ['$wasmTable'],
  _embind_register_class: (_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13) => wasmTable, // keeps the export of the table
  _embind_register_class_function: (_1, _2, _3, _4, _5, _6, _7, _8, _9, _10) => {},
  _embind_register_class_class_function: (_1, _2, _3, _4, _5, _6, _7, _8, _9) => {},
});
