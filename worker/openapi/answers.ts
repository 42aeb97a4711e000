import { globSync } from 'node:fs';
import { join } from 'node:path';
import type * as z from 'zod';
import type { Answer, ShapeName, Shapes } from '../rest/route.ts';

const FOLDER = join(import.meta.dirname, '..', 'shapes');
const modules = globSync('*.ts', { cwd: FOLDER }).map((file): Promise<object> => import(join(FOLDER, file)));

/** The exports of all files of worker/shapes/. */
export const shapes: Shapes = Object.assign({}, ...(await Promise.all(modules)));

/** Undefined for text. */
export const schemaOfAnswer = (answer: NonNullable<Answer>): z.core.$ZodType | undefined => {
  if (typeof answer === 'string') return answer.includes('/') ? undefined : shapeOf(answer as ShapeName);
  const [doc, figures] = answer;
  const page = shapes.pageOf(shapeOf(doc) as z.ZodType);
  return figures ? page.extend({ statistics: shapeOf(figures) as z.ZodType }) : page;
};

const SHAPES: Readonly<Record<ShapeName, z.core.$ZodType>> = shapes;

export const shapeOf = (shape: z.core.$ZodType | ShapeName): z.core.$ZodType =>
  typeof shape === 'string' ? SHAPES[shape] : shape;
