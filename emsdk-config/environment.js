// Part of the C++ test program as WASM: passes environment variables of GoogleTest and Sapwood to getenv.
Module.preRun = [
  () => {
    for (const [name, value] of Object.entries(process.env)) {
      if (/^(GTEST|SAPWOOD)_/.test(name)) ENV[name] = value;
    }
  },
];
