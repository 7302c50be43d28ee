/** In place of Node's `buffer`: box-intersect's array pool asks of every array whether it is a Buffer. None is, here. */

export const Buffer = { isBuffer: (): boolean => false };
