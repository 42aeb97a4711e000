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
