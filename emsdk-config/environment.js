// Part of the C++ test program as WASM: hands GoogleTest's and our environment variables to getenv.
Module.preRun = [
  () => {
    for (const [name, value] of Object.entries(process.env)) {
      if (/^(GTEST|SAPWOOD)_/.test(name)) ENV[name] = value;
    }
  },
];
