// Part of the C++ test program as WASM: hands GoogleTest's environment variables to getenv.
Module.preRun = [
  () => {
    for (const [name, value] of Object.entries(process.env)) {
      if (name.startsWith('GTEST_')) ENV[name] = value;
    }
  },
];
