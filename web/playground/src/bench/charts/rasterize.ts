/** Converts SVG text to a PNG with two pixels per unit, on white, because the file leaves the page. */

const SCALE = 2;

function loadImage(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('the browser cannot render the SVG'));
    image.src = address;
  });
}

export async function rasterize(svg: string): Promise<Blob> {
  const [, width, height] = (svg.match(/viewBox="0 0 (\d+) (\d+)"/) ?? []).map(Number);
  // not every browser takes the size of a picture from its view box
  const sized = svg.replace('<svg ', `<svg width="${width}" height="${height}" `);
  const image = await loadImage(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(sized)}`);
  const canvas = document.createElement('canvas');
  canvas.width = SCALE * width;
  canvas.height = SCALE * height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('the browser provides no 2D canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the browser created no PNG'))),
      'image/png',
    );
  });
}
