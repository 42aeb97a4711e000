import type * as z from 'zod';
import type { Answer, ShapeName } from '../rest/route.ts';
import * as shapes from '../shapes/index.ts';

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
