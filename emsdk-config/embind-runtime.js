// Takes the place of Embind's own runtime in modules whose classes have no bases, no overloads and no shared owners: that
// is most of it, and would be a fifth of the JavaScript around such a module. What Embind's headers register is kept; the
// signatures are those of the pinned release (cpp/bindings/embind_types.cpp has the types).
//
// A handle is made by what C++ returns a pointer to, and deleted by hand, once.
addToLibrary({
  // by the number of a type: what makes a value of it for JavaScript, and for C++
  $embindTypes: {},
  $embindClasses: {},

  $embindValue__deps: ['$embindTypes'],
  $embindValue: (type, forJs, forCore = (value) => value) => {
    embindTypes[type] = { forJs, forCore };
  },

  // Types are looked up when a function is called: they may be registered after it.
  $embindCaller__deps: ['$embindTypes', '$wasmTable'],
  $embindCaller: (count, address, invoker) => {
    const types = Array.from(HEAPU32.subarray(address >>> 2, (address >>> 2) + count));
    const call = wasmTable.get(invoker);
    return (fixed, args) => {
      const given = args.map((value, i) => embindTypes[types[i + fixed.length]].forCore(value));
      return embindTypes[types[0]].forJs(call(...fixed, ...given));
    };
  },

  _embind_register_void__deps: ['$embindValue'],
  _embind_register_void: (type, _name) => embindValue(type, () => undefined),
  _embind_register_bool__deps: ['$embindValue'],
  _embind_register_bool: (type, _name, _yes, _no) => embindValue(type, (value) => !!value),
  _embind_register_integer__deps: ['$embindValue'],
  _embind_register_integer: (type, _name, _size, least, _most) =>
    embindValue(type, least === 0 ? (value) => value >>> 0 : (value) => value),
  _embind_register_float__deps: ['$embindValue'],
  _embind_register_float: (type, _name, _size) => embindValue(type, (value) => value),

  _embind_register_class__deps: ['$embindValue', '$embindClasses', '$AsciiToString', '$wasmTable'],
  _embind_register_class: (
    type,
    pointer,
    constPointer,
    _base,
    _actualSignature,
    _actual,
    _upSignature,
    _up,
    _downSignature,
    _down,
    name,
    _destructorSignature,
    destructor,
  ) => {
    const destroy = wasmTable.get(destructor);
    class Handle {
      constructor(address) {
        this.at = address;
      }
      delete() {
        const address = this.at;
        this.at = 0;
        destroy(address);
      }
    }
    const wrap = (address) => (address ? new Handle(address) : null);
    for (const one of [type, pointer, constPointer]) embindValue(one, wrap, (handle) => handle.at);
    embindClasses[type] = Handle;
    Module[AsciiToString(name)] = Handle;
  },

  _embind_register_class_function__deps: ['$embindCaller', '$embindClasses', '$AsciiToString'],
  _embind_register_class_function: (
    type,
    name,
    count,
    types,
    _signature,
    invoker,
    context,
    _isVirtual,
    _isAsync,
    _isNonnull,
  ) => {
    const call = embindCaller(count, types, invoker);
    embindClasses[type].prototype[AsciiToString(name)] = function (...args) {
      return call([context, this.at], args);
    };
  },
  _embind_register_class_class_function__deps: [
    '$embindCaller',
    '$embindClasses',
    '$AsciiToString',
  ],
  _embind_register_class_class_function: (
    type,
    name,
    count,
    types,
    _signature,
    invoker,
    fn,
    _isAsync,
    _isNonnull,
  ) => {
    const call = embindCaller(count, types, invoker);
    embindClasses[type][AsciiToString(name)] = (...args) => call([fn], args);
  },
});
