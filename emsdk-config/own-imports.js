// Declares for the linker the Embind functions that modules with our own glue import. They are
// implemented in web/sapwood/src/glue/embind.ts. The glue that the compiler generates from these
// declarations is discarded, but the compiler requires the right number of parameters.
addToLibrary({
  _embind_register_void: (_1, _2) => {},
  _embind_register_bool: (_1, _2, _3, _4) => {},
  _embind_register_integer: (_1, _2, _3, _4, _5) => {},
  _embind_register_float: (_1, _2, _3) => {},
  _embind_register_class__deps: ['$wasmTable'],
  // the use of wasmTable makes the linker keep the export of the table
  _embind_register_class: (_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13) => wasmTable,
  _embind_register_class_function: (_1, _2, _3, _4, _5, _6, _7, _8, _9, _10) => {},
  _embind_register_class_class_function: (_1, _2, _3, _4, _5, _6, _7, _8, _9) => {},
});
