import { crc32, deflateSync } from 'node:zlib';
import { type Random, randomOf } from './random.ts';

type SeedFile = { bytes: Uint8Array; type: string };

export const fileFor = (name: string, title: string): SeedFile => {
  if (name.endsWith('.png')) return { bytes: png(480, 360, randomOf(name)), type: 'image/png' };
  if (name.endsWith('.gif')) return { bytes: GIF, type: 'image/gif' };
  return { bytes: pdf(title, randomOf(name)), type: 'application/pdf' };
};

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const png = (width: number, height: number, random: Random): Uint8Array => {
  const wall = [random.between(120, 220), random.between(110, 190), random.between(90, 160)] as const;
  const left = random.between(60, 160);
  const raw = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const grain = random.between(0, 3);
      const at = y * (width * 3 + 1) + 1 + x * 3;
      colour(x - left, y, wall).forEach((value, channel) => {
        raw[at + channel] = value - grain;
      });
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const colour = (x: number, y: number, wall: readonly [number, number, number]): readonly [number, number, number] => {
  const inHouse = x > 0 && x < 220;
  if (inHouse && y > 170 && y < 290) return x > 95 && x < 130 && y > 225 ? [88, 60, 44] : wall;
  if (inHouse && y > 90 && y <= 170 && Math.abs(x - 110) < (y - 90) * 1.4) return [122, 58, 48];
  return y > 280 ? [104, 142, 90] : [150 + (y >> 2), 190 + (y >> 3), 226];
};

const chunk = (name: string, body: Buffer) => {
  const named = Buffer.concat([Buffer.from(name, 'ascii'), body]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(body.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
};

const pdf = (title: string, random: Random): Uint8Array => {
  const text = `BT /F1 22 Tf 72 700 Td (${title.replace(/[()\\]/g, '')}) Tj ET`;
  const weight = 'porchlight '.repeat(random.between(2_000, 40_000));
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    stream(text),
    stream(weight),
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, n) => {
    const offset = body.length;
    body += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(
    `${body}${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  );
};

const stream = (text: string) => `<< /Length ${text.length} >>\nstream\n${text}\nendstream`;
