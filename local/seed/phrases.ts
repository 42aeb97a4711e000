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
  'Hallway light',
  'Mailbox',
  'Carport roof',
  'Playground swing',
  'Sprinkler',
  'Storm drain',
  'Garage door',
  'Clubhouse heater',
  'Dog park fence',
  'Laundry room dryer',
  'Bike rack',
  'Pond fountain',
  'Stair railing',
  'Tennis net',
];
export const PROBLEMS = [
  'is broken',
  'leaks',
  'is making noise',
  'needs paint',
  'is stuck',
  'is loose',
  'won’t close',
  'is dark at night',
  'got hit by a car',
  'smells like gas',
];
export const RULES = [
  'Please see section 6 of the rules.',
  'It affects the whole row, not just us.',
  'Our neighbors have noticed it too.',
  'This was fixed in the spring, but it’s back.',
  'I can send a photo if that helps.',
];
export const REPLIES = [
  'Thanks for letting us know. Someone will be out this week.',
  'The part is on order.',
  'The board will discuss it on Tuesday.',
  'Fixed this morning. Let us know if it happens again.',
  'We’re getting two quotes.',
];
export const THANKS = [
  'Thanks, it’s working again.',
  'Got it. I’ll take care of it by Sunday.',
  'I’m home after 5.',
  'It’s still happening today.',
];
export const ANNOUNCEMENT_TITLES = [
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
  ['Legal', 'Attorney letter'],
  ['Architectural', 'Approved plan'],
];
