import type { RequestCategory } from '../../schema/requests.ts';
import type { ViolationCategory } from '../../schema/violations.ts';

type Topic<Category> = { category: Category; title: string; text: string; thread: readonly string[] };

const ofCategory =
  (category: RequestCategory) =>
  (title: string, text: string, thread: readonly string[]): Topic<RequestCategory> => ({
    category,
    title,
    text,
    thread,
  });
const maintenance = ofCategory('Maintenance');
const modification = ofCategory('Modification');
const inquiry = ofCategory('Inquiry');
const other = ofCategory('Other');

/** Requests: staff and the resident take turns in the thread, staff first. `{home}` is the resident's home. */
export const REQUESTS: readonly Topic<RequestCategory>[] = [
  maintenance('Streetlight out in front of {home}', 'The street is dark at night from the corner to our driveway.', [
    'Thanks for letting us know. The electric company will be out this week.',
    'It’s working again. Thank you!',
  ]),
  maintenance('Sprinkler floods the walk at {home}', 'It runs every morning at 5 and the water pools by the steps.', [
    'We’ve asked the landscaper to replace the head on Friday.',
    'The walk is dry now. Thanks!',
  ]),
  maintenance('Gutter leaks over the door at {home}', 'Water comes down right where people stand to ring the bell.', [
    'A roofer will look at the seam on Tuesday.',
    'I’m home after 5 if he needs to get in.',
    'No need. He sealed it from the outside.',
    'It held up in last night’s rain. Thank you!',
  ]),
  maintenance('Garage door stuck at {home}', 'It stops halfway and goes back up.', [
    'Is the light on the opener blinking?',
    'Yes, four times.',
    'That’s the sensor. Dale will stop by to realign it.',
  ]),
  maintenance(
    'Storm drain clogged near {home}',
    'Leaves are packed in the grate, and the street floods when it rains.',
    ['The city cleared it this morning. Let us know if it backs up again.'],
  ),
  maintenance('Stair railing loose at {home}', 'The lower post wobbles when you lean on it.', [
    'Please use the other stairs for now. The part is on order.',
    'Will do.',
    'The new post is in and set in concrete.',
  ]),
  maintenance('Hallway light flickers at {home}', 'It goes on and off all night, and we can see it under the door.', [
    'We replaced the fixture today.',
    'Much better, thanks!',
  ]),
  maintenance('Mailbox lock broken at {home}', 'The key turns, but the door won’t close.', [
    'A new lock is on order. The post office will hold your mail until then.',
    'Got it. I’ll pick it up on Saturday.',
  ]),
  maintenance('Pool gate stuck', 'You have to lift it to get the latch to catch. A child could push it open.', [
    'We’ve put a chain on it for today. The hinges will be replaced tomorrow.',
    'Thanks for being so quick.',
  ]),
  maintenance('Laundry room dryer making noise', 'The second dryer squeals from start to finish.', [
    'The service company is coming on Wednesday. Please use the first one until then.',
  ]),
  maintenance('Dog park fence has a gap', 'It’s by the water fountain and wide enough for a small dog.', [
    'We’ve closed the small side until it’s fixed.',
    'Thanks. I’ll tell the others on our street.',
  ]),
  maintenance('Clubhouse heater won’t turn on', 'It was 55 degrees in there for yoga this morning.', [
    'The pilot light was out. It’s warming up now.',
  ]),
  maintenance('Tree branch hanging over {home}', 'It cracked in the wind and is resting on the roof.', [
    'The arborist will take it down this afternoon. Please keep the driveway clear.',
    'My car is out on the street now.',
  ]),
  modification('Replace the back fence', 'Same height and color as now, cedar, no change to the line.', [
    'Which contractor will you use? We need a copy of their insurance.',
    'Fox Valley Fence. The certificate is on its way.',
    'Thanks. The board will review it on Tuesday.',
  ]),
  modification('Paint the front door dark green', 'It’s number 14 on the color chart.', [
    'That color is approved for your row. You can go ahead.',
  ]),
  modification('Install a storm door', 'White, full glass, by a licensed installer.', [
    'We’ll discuss it at the next meeting.',
    'Great, I’ll be there.',
  ]),
  modification('Add a patio behind the house', '10 by 12 feet, brick, with drainage toward the swale.', [
    'Please send us a sketch that shows the distance to the property line.',
  ]),
  inquiry('Is a second parking pass possible?', 'Our daughter is moving back home for the summer.', [
    'Yes, for $10 a month. Stop by the office with the registration.',
    'Perfect, thanks!',
  ]),
  inquiry('When will the minutes be posted?', 'I missed the last meeting and would like to read them.', [
    'They’ll be in Documents after the board approves them this month.',
  ]),
  inquiry('Who do I call about a water leak at night?', 'The office was closed when our neighbor’s pipe burst.', [
    'There’s a 24-hour number on the clubhouse door and in the welcome packet.',
    'Found it. Thank you.',
  ]),
  other('Left my jacket at the clubhouse', 'It’s blue, with a hood. I think it’s on the rack by the kitchen.', [
    'We have it at the office. Come by any weekday.',
  ]),
  other('Volunteering for the spring planting', 'There are three of us, and we have our own tools.', [
    'Wonderful! Meet at the pond at 9 on Saturday.',
  ]),
];

/** Violations: the resident and the board take turns in the thread, the resident first. */
export const VIOLATIONS: readonly Topic<ViolationCategory>[] = [
  {
    category: 'Trash',
    title: 'Trash cans left at the curb',
    text: 'Cans may be at the curb from 6 PM the day before pickup. Please bring them in by the evening of pickup day.',
    thread: ['We were out of town. They’re in now.', 'Thank you for taking care of it.'],
  },
  {
    category: 'Lawn Maintenance',
    title: 'Lawn not mowed',
    text: 'The front lawn is over eight inches tall. Please mow it by the due date.',
    thread: ['Our mower is in the shop. It will be done by Sunday.', 'Thanks. We’ll check on Monday.'],
  },
  {
    category: 'Parking',
    title: 'Car parked in a fire lane',
    text: 'The fire lane must stay clear at all times. The next time, the car may be towed.',
    thread: ['That was a guest. I’ve shown them the visitor spaces.', 'Thank you.'],
  },
  {
    category: 'Noise',
    title: 'Loud music after 10 PM',
    text: 'Neighbors reported loud music until after midnight on Saturday. Quiet hours start at 10 PM.',
    thread: ['Sorry about that. It won’t happen again.', 'We appreciate it.'],
  },
  {
    category: 'Pet',
    title: 'Dog off leash on the path',
    text: 'Dogs must be on a leash outside the dog park.',
    thread: ['She slipped out of her collar. We have a harness now.', 'Glad to hear it.'],
  },
  {
    category: 'Other',
    title: 'Holiday lights still up',
    text: 'Seasonal lights must come down within 30 days of the holiday.',
    thread: ['They’ll be down this weekend.', 'Thanks for letting us know.'],
  },
];
