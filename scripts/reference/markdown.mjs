// Renders the reference as one Markdown page: `sapwood/all` in full, and the differences of the
// other entry points.
import { ReflectionKind } from 'typedoc';

const { Class, Function: Fn, Interface, TypeAlias, Variable } = ReflectionKind;

/** Section titles for the members of `SpatialIndex`, by the file that declares the member. */
const SECTIONS = {
  'spatial-index.d.ts': 'Content, pairs and bytes',
  'region-queries.d.ts': 'Queries for regions',
  'entry-methods.d.ts': 'Frustum queries and inspection',
  'contact-queries.d.ts': 'Casts and contacts',
  'spatial-queries.d.ts': 'Rays and neighbors',
  'index-base.d.ts': 'Items and memory',
};

const fileOf = ({ sources }) => sources?.[0].fileName ?? '';
const codeOf = (text) => `\`${text}\``;
const listOf = (names) => names.map(codeOf).join(', ');
const plain = (parts = []) =>
  parts
    .map(({ text }) => text)
    .join('')
    .trim();
const oneLine = (text) => text.replaceAll(/\s*\n\s*/g, ' ');

/** Wraps paragraphs and list items at 100 columns, except in fenced code blocks. */
function wrap(text) {
  return text
    .split(/(```[\s\S]*?```)/)
    .map((part) => (part.startsWith('```') ? part : wrapProse(part)))
    .join('');
}

function wrapProse(text) {
  const blocks = text.split(/\n{2,}|\n(?=- )/);
  const separators = text.match(/\n{2,}|\n(?=- )/g) ?? [];
  return blocks.map((block, i) => wrapBlock(block) + (separators[i] ?? '')).join('');
}

function wrapBlock(block) {
  const indent = block.startsWith('- ') ? '  ' : '';
  const lines = [];
  for (const word of oneLine(block).split(/ (?=(?:[^`]*`[^`]*`)*[^`]*$)/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 100)
      lines[lines.length - 1] += ` ${word}`;
    else lines.push(last === undefined ? word : indent + word);
  }
  return lines.join('\n');
}

const typeOf = (type) => (type === undefined ? '' : `: ${type}`);
const generics = ({ typeParameters = [] }) =>
  typeParameters.length === 0
    ? ''
    : `<${typeParameters.map(({ name, type }) => (type ? `${name} extends ${type}` : name)).join(', ')}>`;

function signatureText(signature, name, width = 96) {
  const parameters = (signature.parameters ?? []).map((one) => {
    const mark = one.flags.isOptional || one.defaultValue !== undefined ? '?' : '';
    return `${one.flags.isRest ? '...' : ''}${one.name}${mark}${typeOf(one.type)}`;
  });
  const isMade = signature.kindOf(ReflectionKind.ConstructorSignature);
  const result = isMade ? '' : typeOf(signature.type);
  const head = `${isMade ? 'new ' : ''}${name}${isMade ? '' : generics(signature)}`;
  const line = `${head}(${parameters.join(', ')})${result}`;
  if (line.length <= width) return line;
  return `${head}(\n${parameters.map((one) => `  ${one},\n`).join('')})${result}`;
}

function commentText(comment, parameters = []) {
  const tagged = (tag) => comment.getTags(tag).map(({ content }) => plain(content));
  const described = parameters.filter((one) => one.comment !== undefined);
  const errors = tagged('@throws').map((text) => text.replace('SapwoodError ', ''));
  return [
    plain(comment.summary),
    [
      ...described.map((one) => `- ${codeOf(one.name)}: ${plain(one.comment.summary)}`),
      ...tagged('@returns').map((text) => `- Returns: ${text}`),
      ...errors.map((text) => `- Throws ${text}`),
    ].join('\n'),
    ...tagged('@deprecated').map((text) => `Deprecated. ${text}`),
    ...tagged('@example'),
  ].filter((text) => text !== '');
}

const fence = (code) => `\`\`\`ts\n${code}\n\`\`\``;

function memberText(member, owner, level) {
  const static_ = member.flags.isStatic;
  const isMade = member.kindOf(ReflectionKind.Constructor);
  const title = isMade ? `new ${owner}` : `${owner}.${member.name}`;
  const heading = `${'#'.repeat(level)} ${title}`;
  const signatures = member.signatures ?? callable(member);
  if (signatures.length > 0) {
    const name = isMade ? owner : `${static_ ? `${owner}.` : ''}${member.name}`;
    return [heading, ...signaturesText(signatures, name)];
  }
  const source = member.getSignature ?? member;
  const { comment } = source;
  const mark = member.flags.isOptional ? '?' : '';
  const readonly = member.flags.isReadonly || (member.getSignature && !member.setSignature);
  const line = `${static_ ? 'static ' : ''}${readonly ? 'readonly ' : ''}${member.name}${mark}${typeOf(source.type)}`;
  return [heading, fence(line), ...(comment ? commentText(comment) : [])];
}

function callable({ type }) {
  return (type?.type === 'reflection' && type.declaration.signatures) || [];
}

function signaturesText(signatures, name) {
  return signatures.flatMap((one) => [
    fence(signatureText(one, name)),
    ...(one.comment ? commentText(one.comment, one.parameters) : []),
  ]);
}

function propertiesText(properties = []) {
  const items = properties.map((one) => {
    const signature = one.signatures?.[0] ?? callable(one)[0];
    const comment = one.comment ?? signature?.comment ?? one.getSignature?.comment;
    const mark = one.flags.isOptional ? '?' : '';
    const form = signature
      ? signatureText(signature, one.name, Infinity)
      : `${one.name}${mark}${typeOf(one.type)}`;
    return `- ${codeOf(oneLine(form))}: ${plain(comment?.summary)}`;
  });
  return items.join('\n');
}

function declarationText(declaration, level) {
  const { name, comment } = declaration;
  const heading = `${'#'.repeat(level)} ${name}`;
  const about = comment ? commentText(comment) : [];
  if (declaration.kindOf(Fn)) return [heading, ...signaturesText(declaration.signatures, name)];
  if (declaration.kindOf(Interface)) {
    const inherited = (declaration.extendedTypes ?? []).map(String);
    const base = inherited.length === 0 ? [] : [`Extends ${listOf(inherited)}.`];
    const own = declaration.children?.filter((one) => one.inheritedFrom === undefined) ?? [];
    const hasMethods = own.length > 0 && own.every(({ signatures }) => signatures);
    const implementing = declaration.extendedBy ?? [];
    if (hasMethods && implementing.length > 0) {
      const names = listOf(own.map((one) => one.name));
      return [
        heading,
        ...about,
        `Methods: ${names} of ${listOf([...new Set(implementing.map(String))])}.`,
      ];
    }
    if (hasMethods && own.length > 1) {
      return [heading, ...about, ...own.flatMap((one) => memberText(one, name, level + 1))];
    }
    return [heading, ...about, ...base, propertiesText(own)].filter((text) => text !== '');
  }
  const { type } = declaration;
  if (type?.type === 'reflection' && type.declaration.children) {
    return [heading, ...about, propertiesText(type.declaration.children)];
  }
  if (declaration.kindOf(TypeAlias)) {
    const [signature] = callable(declaration);
    const form = signature ? signatureText(signature, name) : `type ${name} = ${type}`;
    return [
      heading,
      fence(form),
      ...(signature?.comment ? commentText(signature.comment, signature.parameters) : about),
    ];
  }
  return [heading, fence(`const ${name}${typeOf(type)}`), ...about];
}

/** Returns the classes of a module, including those it re-exports. */
const classesOf = (module) =>
  module.children
    .map((one) => (one.kindOf(ReflectionKind.Reference) ? one.getTargetReflection() : one))
    .filter((one) => one.kindOf(Class));
const named = (module, name) => module.children.filter((one) => one.name === name);
const memberNames = (declaration) => new Set(declaration.children.map(({ name }) => name));

/**
 * Lists entry points. If `names` contains all single-structure entry points of a dimension, a
 * pattern such as `sapwood/2d/<structure>` replaces them.
 */
function entriesText(names, all) {
  const single = (d) =>
    all.filter((name) => name.startsWith(`sapwood/${d}/`) && !name.endsWith('/slim'));
  let left = names;
  const texts = [];
  for (const d of ['2d', '3d']) {
    const group = single(d);
    if (group.every((name) => left.includes(name))) {
      left = left.filter((name) => !group.includes(name));
      texts.push(`sapwood/${d}/<structure>`);
    }
  }
  return listOf([...left, ...texts]);
}

/** Entry points whose exports have their own sections. */
const THREE = 'sapwood/three';
const REACT = 'sapwood/react';

/** Returns a table of the methods that some entry points lack. */
function availability(project) {
  const [all, ...others] = project.children.filter(({ name }) => name !== THREE && name !== REACT);
  const names = [all, ...others].map(({ name }) => name);
  const counted = new Map();
  for (const one of classesOf(all)) {
    const same = others.flatMap((module) =>
      classesOf(module)
        .filter(({ name }) => name === one.name)
        .map((other) => ({ entry: module.name, members: memberNames(other) })),
    );
    for (const { name } of one.children.filter((member) => member.signatures)) {
      const having = same.filter(({ members }) => members.has(name));
      if (having.length === same.length) continue;
      const method = counted.get(name) ?? { classes: [], entries: [] };
      method.classes.push(one.name);
      method.entries.push(...having.map(({ entry }) => entry));
      counted.set(name, method);
    }
  }
  const rows = new Map();
  for (const [name, { classes, entries }] of counted) {
    const which = classes.length > 3 ? 'all' : listOf(classes);
    const found = names.filter((entry) => entry === all.name || entries.includes(entry));
    const key = `${which} | ${entriesText(found, names)}`;
    rows.set(key, [...(rows.get(key) ?? []), name]);
  }
  return [...rows].map(([key, methods]) => `| ${listOf(methods)} | ${key} |`);
}

/** Classes that are neither structures nor `World`. */
const NOT_INDICES = ['ContactBuffer', 'SapwoodError'];

function entryTable(project, singles) {
  const [all, game] = project.children;
  const classNames = (module) =>
    classesOf(module).flatMap(({ name }) => (NOT_INDICES.includes(name) ? [] : [name]));
  const ids = listOf(singles);
  const set = listOf(classNames(game));
  return [
    '| entry point | classes | WebAssembly module |',
    '|---|---|---|',
    `| \`sapwood\` | ${set} | imported by \`init\`, one for each dimension |`,
    '| `sapwood/2d`, `sapwood/3d` | the same for one dimension | in the script |',
    '| `sapwood/2d/slim`, `sapwood/3d/slim` | the same for one dimension | passed to `init` |',
    '| `sapwood/2d/<structure>`, `sapwood/3d/<structure>` | one structure for one dimension | in the script |',
    '| `sapwood/3d/mesh`, `sapwood/2d/mesh` | `TriangleMesh`, `SegmentMesh` | in the script |',
    `| \`sapwood/all\` | all ${classNames(all).length - 1} structures and \`World\` | the file \`sapwood/all/core.wasm\` |`,
    `| \`${THREE}\` | \`SceneIndex\` | that of \`sapwood/3d\` |`,
    `| \`${REACT}\` | \`SceneIndex\` as a component, and hooks | that of \`sapwood/3d\` |`,
    `\n${wrap(`\`<structure>\` is one of ${ids}.`)}`,
  ].join('\n');
}

/**
 * Renders the functions that all entry points share. Each variant of `init` has its own heading.
 */
function loadingText(project) {
  const entry = (name) => project.children.find((one) => one.name === name);
  const of = (name, module) => declarationText(named(entry(module), name)[0], 3);
  return [
    ...['init', 'initSync'].flatMap((name) => {
      const [heading, ...text] = of(name, 'sapwood/all');
      return [`${heading} of sapwood/all`, ...text];
    }),
    '### init of sapwood',
    ...of('init', 'sapwood').slice(1),
    '### init of sapwood/2d and sapwood/3d',
    ...of('init', 'sapwood/2d').slice(1),
    '### init of sapwood/2d/slim and sapwood/3d/slim',
    ...of('init', 'sapwood/2d/slim').slice(1),
    ...['isSupported', 'deserialize', 'heapInUse', 'coreInfo'].flatMap((name) =>
      of(name, 'sapwood/all'),
    ),
  ];
}

const NAMED_ABOVE = [
  'SpatialIndex',
  'SpatialQueries',
  'init',
  'initSync',
  'isSupported',
  'deserialize',
  'heapInUse',
  'coreInfo',
];

export function overviewOf(project, singles) {
  return joined([
    'This page lists all classes, functions and types of `sapwood/all`, `sapwood/three`, `sapwood/react` and the entry points of meshes. The tables list the contents of the other entry points. `npm run docs:api` writes this page from the comments in the declarations.',
    '## Entry points',
    entryTable(project, singles),
    'These methods are only in some entry points:',
    ['| methods | classes | entry points |', '|---|---|---|', ...availability(project)].join('\n'),
    '`updatePairs` is `unsupported` in the entry points of one structure.',
    '## Loading and memory',
    ...loadingText(project),
  ]);
}

function peerText(project, entry) {
  const module = project.children.find(({ name }) => name === entry);
  const own = module.children.filter(({ name }) => name !== 'SapwoodError');
  return own.flatMap((one) =>
    one.kindOf(Class)
      ? [
          `### ${one.name}`,
          ...commentText(one.comment),
          ...one.children.filter(isOwn).flatMap((member) => memberText(member, one.name, 4)),
        ]
      : declarationText(one, 3),
  );
}

export function pageOf(project, singles) {
  const [all] = project.children;
  const others = all.children.filter(({ name }) => !NAMED_ABOVE.includes(name));
  const index = named(all, 'SpatialIndex').find((one) => one.kindOf(Interface));
  const rest = joined([
    '## SpatialIndex',
    ...commentText(index.comment),
    ...Object.entries(SECTIONS).flatMap(([file, title]) => [
      `### ${title}`,
      ...index.children
        .filter((member) => fileOf(member).endsWith(`/${file}`))
        .flatMap((member) => memberText(member, 'index', 4)),
    ]),
    ...classesOf(all).flatMap((one) => [
      `## ${one.name}`,
      ...commentText(one.comment),
      ...one.children.filter(isOwn).flatMap((member) => memberText(member, one.name, 3)),
    ]),
    ...meshParts(project),
    '## Functions',
    ...others.filter((one) => one.kindOf(Fn)).flatMap((one) => declarationText(one, 3)),
    '## Types and constants',
    ...others
      .filter((one) => one.kindOf([Interface, TypeAlias, Variable]))
      .flatMap((one) => declarationText(one, 3)),
    `## ${THREE}`,
    ...peerText(project, THREE),
    `## ${REACT}`,
    ...peerText(project, REACT),
  ]);
  return `# API reference\n\n${overviewOf(project, singles)}\n\n${rest}\n`;
}

/** Returns the classes and types that only entry points of meshes have. */
function meshParts(project) {
  const modules = project.children.filter(({ name }) => name.endsWith('/mesh'));
  const own = modules.flatMap(({ children }) =>
    children.filter((one) => /\/mesh\/[\w-]+\.d\.ts$/.test(fileOf(one))),
  );
  const classes = own.filter((one) => one.kindOf(Class));
  return [
    ...classes.flatMap((one) => [
      `## ${one.name}`,
      ...commentText(one.comment),
      ...one.children
        .filter((member) => isOwn(member) && member.inheritedFrom === undefined)
        .flatMap((member) => memberText(member, one.name, 3)),
    ]),
    '## Types of meshes',
    ...own
      .filter((one) => one.kindOf([Interface, TypeAlias]))
      .flatMap((one) => declarationText(one, 3)),
  ];
}

const joined = (parts) =>
  parts.map((text) => (/^[|#]/.test(text) ? text : wrap(text))).join('\n\n');

const REPEATED = ['home', 'kind'];

/**
 * Returns whether a class declares a member itself. Excludes `home` and `kind`, which many classes
 * repeat.
 */
function isOwn(member) {
  const file = fileOf(member);
  const isInherited = Object.keys(SECTIONS).some((one) => file.endsWith(`/${one}`));
  return !isInherited && !member.flags.isExternal && !REPEATED.includes(member.name);
}
