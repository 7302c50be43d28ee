/**
 * Meaning of table columns by name: the axis, and the role on this axis, such as lower end or size.
 */

export type Axis = 'x' | 'y' | 'z';
export const axes: readonly Axis[] = ['x', 'y', 'z'];

/**
 * `low` and `high` are the ends of a box on an axis. `first` and `second` are ends in unknown
 * order, such as bottom and top. `middle` is a center; `at` is a corner or a center.
 */
export type Part =
  | 'low'
  | 'high'
  | 'first'
  | 'second'
  | 'middle'
  | 'at'
  | 'size'
  | 'half'
  /** Half size in some programs, size in others. */
  | 'extent'
  /** For names such as rx: half size of an ellipse, or rotation angle. */
  | 'r';

export type Role =
  | { readonly kind: 'axis'; readonly axis: Axis; readonly part: Part }
  /** Size on all axes, of a ball or cube. */
  | { readonly kind: 'radius' | 'diameter' }
  | { readonly kind: 'altitude' }
  | { readonly kind: 'length' }
  /** A color channel. The name of the red channel, `r`, is also a name of a radius. */
  | { readonly kind: 'color' }
  /** Rotation of the box. */
  | { readonly kind: 'rotation' }
  /** Columns x0, x1 and so on: two columns are ends, more are vertices. */
  | { readonly kind: 'numbered'; readonly axis: Axis; readonly number: number }
  /** Entry of a list of numbers, by its zero-based index. */
  | { readonly kind: 'entry'; readonly index: number };

export interface NamedColumn {
  /** Prefix that all columns of a box share, such as `bbox` in `bbox.x`. */
  readonly family: string;
  /** Part of the prefix before the word for a box, such as the name of an enclosing object. */
  readonly outer: string;
  readonly role: Role;
}

const roles = new Map<string, Role>();

function add(role: Role, names: readonly string[]): void {
  for (const name of names) roles.set(name, role);
}

function addPart(axis: Axis, part: Part, names: string): void {
  add(
    { kind: 'axis', axis, part },
    names
      .split(' ')
      .filter((name) => name !== '')
      .map((name) => name.replace('@', axis)),
  );
}

for (const [index, axis] of axes.entries()) {
  const low = 'min@ @min minimum@ @minimum low@ @low lo@ @lo lower@ lowerbound@ ll@';
  const high = 'max@ @max maximum@ @maximum high@ @high hi@ @hi upper@ upperbound@ ur@';
  addPart(axis, 'low', `${low} min${index} lowerbound${index} lowercorner@ mincorner@ lowerleft@`);
  addPart(
    axis,
    'high',
    `${high} max${index} upperbound${index} uppercorner@ maxcorner@ upperright@`,
  );
  addPart(
    axis,
    'middle',
    'c@ @c center@ centre@ @center @centre mid@ @mid middle@ centroid@ @centroid',
  );
  addPart(
    axis,
    'at',
    '@ pos@ @pos position@ @position location@ loc@ coord@ @coord p@ point@ translation@ coordinates@ coordinate@ xy@ xyz@',
  );
  addPart(axis, 'size', 'size@ @size d@ dim@ dims@ dimension@ dimensions@ len@ @len length@');
  addPart(axis, 'half', 'half@ h@ halfsize@ halfextent@ halfextents@ radius@');
  addPart(axis, 'r', 'r@');
  addPart(axis, 'extent', 'extent@ extents@ @extent boxextent@');
  for (let number = 0; number < 9; number++) {
    roles.set(`${axis}${number}`, { kind: 'numbered', axis, number });
  }
}
addPart('x', 'low', 'left west minlon minlng minlong minlongitude lonmin lngmin longitudemin xll');
addPart(
  'x',
  'high',
  'right east maxlon maxlng maxlong maxlongitude lonmax lngmax longitudemax xur',
);
addPart('y', 'low', 'south minlat minlatitude latmin latitudemin yll');
addPart('y', 'high', 'north maxlat maxlatitude latmax latitudemax yur');
addPart('x', 'low', 'xtl tlx topleftx lefttopx bottomleftx southwestlng southwestlon swlng swlon');
addPart(
  'x',
  'high',
  'xbr brx bottomrightx rightbottomx toprightx northeastlng northeastlon nelng nelon',
);
addPart('y', 'low', 'southwestlat swlat');
addPart('y', 'high', 'northeastlat nelat');
addPart('y', 'first', 'bottom ybr bry bottomrighty rightbottomy bottomlefty');
addPart('y', 'second', 'top ytl tly toplefty lefttopy toprighty');
addPart('z', 'first', 'front near');
addPart('z', 'second', 'back far');
addPart('x', 'at', 'lon lng long longitude easting');
addPart('y', 'at', 'lat latitude northing');
addPart('x', 'size', 'width w sizewidth sizew dimensionswidth dimensionsw xwidth');
addPart('y', 'size', 'height h sizeheight sizeh dimensionsheight dimensionsh ywidth');
addPart('z', 'size', 'depth d sizedepth sized dimensionsdepth dimensionsd zwidth');
addPart('x', 'half', 'halfwidth halfw hw');
addPart('y', 'half', 'halfheight halfh hh');
addPart('z', 'half', 'halfdepth halfd hd');
add({ kind: 'altitude' }, ['alt', 'altitude', 'elevation', 'elev', 'ele', 'positionheight']);
add({ kind: 'radius' }, ['radius', 'r', 'rad']);
add({ kind: 'diameter' }, ['diameter', 'diam']);
add({ kind: 'length' }, ['length', 'l', 'len']);
add({ kind: 'color' }, ['g', 'b']);
add({ kind: 'rotation' }, [
  ...['rotation', 'rot', 'angle', 'yaw', 'heading', 'theta', 'orientation', 'roll'],
  ...['rotationx', 'rotationy', 'rotationz', 'qx', 'qy', 'qz', 'pitch'],
  ...['quaternionx', 'quaterniony', 'quaternionz', 'rotx', 'roty', 'rotz'],
]);

const families =
  /^((.*?)(?:boundingbox|boundingrect|aabb|bbox|bounds|bound|bb|box|rectangle|rect|frame|geometry|transform|xyxy|xywh))(.+)$/;

/** Normalizes case, punctuation and units. Returns an empty string for names that are not ASCII. */
function plain(name: string): string {
  const bare = name
    .trim()
    .toLowerCase()
    .replace(/\s*\([^)]*\)|\s*\[[^\]\d]*\]/g, '')
    .replace(/(?<=.)[ _.-](px|pixels?|mm|cm|km|m|ft|deg|degrees?|meters?|metres?)$/, '');
  return /[^ -~]/.test(bare) ? '' : bare.replace(/[^a-z0-9]/g, '');
}

function entryOf(text: string): Role | undefined {
  return /^[0-5]$/.test(text) ? { kind: 'entry', index: Number(text) } : undefined;
}

/** Returns the meaning of a column name; null if the meaning is not known. */
export function columnOf(name: string): NamedColumn | null {
  const text = plain(name);
  const role = roles.get(text);
  if (role) return { family: '', outer: '', role };
  const parts = families.exec(text);
  if (!parts) return null;
  const [, family, outer, rest] = parts;
  const inner = roles.get(rest) ?? entryOf(rest);
  return inner ? { family, outer, role: inner } : null;
}

/** Whether a name is a generic letter or number, without a meaning. */
export function isMeaningless(name: string): boolean {
  return /^([a-gi-kmn-qs-v]|(col|column|c|v|var|f|field|unnamed)?[ _:.]*\d*|)$/i.test(name.trim());
}
