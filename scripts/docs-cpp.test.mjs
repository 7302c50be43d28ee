// Tests the quick start of docs/cpp.md.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { capture, ROOT } from './steps.mjs';

function blockOf(page, language) {
  return page.match(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's'))[1];
}

test('the C++ quick start compiles and prints the output that its page shows', async () => {
  const page = readFileSync(join(ROOT, 'docs/cpp.md'), 'utf8');
  const folder = mkdtempSync(join(tmpdir(), 'sapwood-cpp-'));
  const [source, program] = [join(folder, 'quick_start.cpp'), join(folder, 'quick_start')];
  writeFileSync(source, blockOf(page, 'cpp'));
  const include = join(ROOT, 'cpp/include');
  const flags = ['-std=c++20', '-I', include, source, '-o', program];
  const compiled = await capture(process.env.CXX ?? 'c++', flags);
  assert.equal(compiled.code, 0, compiled.log);
  const printed = await capture(program);
  assert.equal(printed.log, blockOf(page, 'text'));
  rmSync(folder, { recursive: true });
});
