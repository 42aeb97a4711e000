import { apiAs } from './server.ts';

export const BOARD = 'board@mapleridge.test';
export const SUPER = 'superadmin@mapleridge.test';
export const board = apiAs(BOARD);
