// Makes environment variables of GoogleTest and Sapwood available to getenv in the WebAssembly
// build of the C++ tests.
Module.preRun = [
  () => {
    for (const [name, value] of Object.entries(process.env)) {
      if (/^(GTEST|SAPWOOD)_/.test(name)) ENV[name] = value;
    }
  },
];
