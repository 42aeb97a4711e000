import type { DocumentCategory } from '../../schema/documents.ts';

const words = (text: string) => text.split(' ');

export const FIRST_NAMES = words(
  'Ada Adam Alice Andre Anna Arthur Ben Bianca Caleb Carmen Chloe Claire Darius Deepa Dora Eli Emma Ethan Fatima Felix Fiona Gabriel Hana Henry Ines Isaac Jack Jada Jonas Julia Kai Karen Leah Leo Lily Lucas Maya Miles Mina Noah Olive Omar Otis Paula Quinn Rosa Ruben Sara Silas Stella Tara Theo Uma Vera Victor Wade Wren Yusuf Zoe',
);
export const LAST_NAMES = words(
  'Adams Ali Baker Banks Bell Bishop Boone Brandt Carter Castro Chan Cole Cruz Dalton Diaz Dunn Ellis Evans Farley Foster Garcia Gibbs Grant Hayes Hill Hogan Ito Jacobs James Jordan Kaur Keller King Lam Lane Lopez Marsh Mills Moore Nash Nguyen Olsen Owens Park Perez Price Quinn Reyes Rossi Santos Shah Singh Stone Tate Torres Vega Walsh Wang West Young',
);
export const STREETS = [
  'Willow Lane',
  'Heron Court',
  'Cattail Way',
  'Mill Pond Road',
  'Kingfisher Drive',
  'Sedge Street',
  'Otter Bend',
  'Reed Circle',
];
export const PLACES = [
  'Pool gate',
  'Hallway lamp',
  'Mailbox row',
  'Carport roof',
  'Playground swing',
  'Sprinkler',
  'Storm drain',
  'Garage door',
  'Clubhouse heater',
  'Dog park fence',
  'Laundry dryer',
  'Bike rack',
  'Pond fountain',
  'Stair rail',
  'Tennis net',
];
export const PROBLEMS = [
  'is broken',
  'leaks',
  'makes a noise',
  'needs paint',
  'is stuck',
  'is loose',
  'does not close',
  'is dark at night',
  'was hit by a car',
  'smells of gas',
];
export const RULES = [
  'Please see section 6 of the rules.',
  'It concerns the whole row, not only us.',
  'The neighbors have noticed it as well.',
  'This was mended in spring and is back again.',
  'A photo can follow if it helps.',
];
export const REPLIES = [
  'Thank you for telling us. Somebody comes this week.',
  'The part is ordered.',
  'The board will speak about it on Tuesday.',
  'Done this morning. Please tell us if it comes back.',
  'We have asked for two quotes.',
];
export const THANKS = [
  'Thank you, it works again.',
  'Understood, it will be done by Sunday.',
  'I am home after five.',
  'It is still the same today.',
];
export const NEWS = [
  'Pool opens',
  'Board meeting on Tuesday',
  'Street cleaning',
  'Spring planting',
  'Fire alarm test',
  'Movie night on the lawn',
  'New rules for guest parking',
  'Window washing',
];
export const PAPERS: [DocumentCategory, string][] = [
  ['Meeting Minutes', 'Board meeting minutes'],
  ['Financials', 'Monthly statement'],
  ['Maintenance', 'Inspection report'],
  ['Insurance', 'Policy letter'],
  ['Legal', 'Letter of our attorney'],
  ['Architectural', 'Approved plan'],
];
