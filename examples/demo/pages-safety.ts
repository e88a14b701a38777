import type { DemoPage } from './demo-page.ts'

/** The section on safety, most read first. */
export const safetyPages: readonly DemoPage[] = [
  {
    path: '/safety/what-to-wear-in-cold-water',
    title: 'What to wear: dress for the water, not the air',
    text: 'Below about 15 °C of water we paddle in a dry suit or a thick wetsuit, whatever the sun says. Wear layers that stay warm when damp, and no cotton. Test the outfit by standing in the sea before you rely on it.',
    sections: [
      {
        heading: 'Wetsuit or dry suit for 12 degree water?',
        text: 'At 12 °C both keep a swimmer alive close to the shore, and the dry suit does so for longer. A wetsuit should be at least 4 mm thick and fit without folds. For a crossing, for winter, or for a group that may have to wait for help, choose the dry suit.',
      },
      {
        heading: 'How to stay cool above the water',
        text: 'Dress for the water and let it cool you: roll, splash your head, or hold wet hands to your neck. Open a neck seal only ashore. On a warm day wear less below the dry suit, never something thinner in its place.',
      },
    ],
    questions: [
      'What should I wear for sea kayaking in spring?',
      'Are neoprene gloves or pogies better?',
      'Wetsuit or dry suit for 12 degree water?',
      'At what water temperature do I need a dry suit?',
      'What do you wear under a dry suit?',
      'Is a 3 mm wetsuit enough for kayaking in May?',
      'Why should I not wear cotton on the water?',
      'How do I keep my hands warm when paddling in winter?',
      'dry suit vs wetsuit sea kayak',
      'How do I avoid overheating in a dry suit?',
      'Can I paddle in summer clothes when the air is warm?',
      'Ab welcher Wassertemperatur brauche ich einen Trockenanzug?',
      '水温12度ではどんな服装が必要ですか？',
    ],
  },
  {
    path: '/safety/marine-forecast-for-paddlers',
    title: 'Reading a marine forecast from kayak height',
    text: 'Marine forecasts describe open water, so headlands and funnels can be a force stronger. Note the gusts, the direction relative to shore and the time of every change. Decide on your limit at home and write it down.',
    sections: [
      {
        heading: 'How much wind is too much?',
        text: 'Force 4, which is 11 to 16 knots, is a sensible limit for a group that paddles well but has not trained in waves. A headwind of 15 knots halves the speed of most beginners. An offshore wind feels calm at the launch and grows with every hundred metres.',
      },
      {
        heading: 'What backing and veering mean',
        text: 'A wind that backs changes against the clock, one that veers changes with it. A backing south-westerly has come from the west and may go on to the south. On our coast a backing wind is often the first sign of a low on its way, so read the next forecast before you leave.',
      },
    ],
    questions: [
      'How much wind is too much for sea kayaking?',
      'What wind speed is force 4 in knots?',
      'How do I read an inshore waters forecast?',
      'Is 15 knots of wind safe for a beginner?',
      'What does "backing south-westerly" mean?',
      'Is an offshore wind dangerous for kayaks?',
      'How far ahead can I trust a wind forecast?',
      'What swell height is fine for a sheltered bay?',
      'max wind for kayaking beginners',
      'Which matters more, mean wind or gusts?',
      'Wie viel Wind ist beim Seekajakfahren zu viel?',
      '¿Cuánto viento es demasiado para un kayak de mar?',
    ],
  },
  {
    path: '/safety/vhf-radio',
    title: 'VHF radio in a kayak: calls, channels and range',
    text: 'A handheld radio at sitting height reaches other boats a few miles away and a coast station further off. Channel 16 is for calling and distress, so move to a working channel to talk. Keep the radio on your body, not in a hatch.',
    sections: [
      {
        heading: 'The words of a mayday call',
        text: 'Say mayday three times and the name of your group three times, then mayday and the name once more, your position, what is wrong, what help you need and how many people you are. A bearing and distance from a headland is easier to find than a guess at figures. Then let go of the button and listen.',
      },
      {
        heading: 'Range from the seat of a kayak',
        text: 'The antenna is about a metre above the sea, so another kayak hears you at three to five miles at best. A coast station on a hill hears you from much further. Five watts empty a battery fast: use one watt while the others are near.',
      },
    ],
    questions: [
      'Do I need a licence for a handheld VHF?',
      'Is a smartwatch or a satellite messenger better?',
      'Which VHF channel do I use in an emergency?',
      'How do I make a mayday call?',
      'What is the range of a handheld VHF in a kayak?',
      'What is the difference between mayday and pan-pan?',
      'Is a phone enough instead of a radio?',
      'Where should I carry my radio while paddling?',
      'What is DSC on a handheld radio?',
      'mayday script for kayakers',
      'How do I do a radio check?',
      'Brauche ich ein Funkzeugnis für ein Handfunkgerät?',
    ],
  },
  {
    path: '/safety/cold-water-first-minutes',
    title: 'The first minutes in cold water',
    text: 'Cold shock takes your breath for about a minute, so hold on to the boat and float until you can speak. You then have roughly ten minutes in which your hands still work well. Use them to get out of the water or to call for help.',
    sections: [
      {
        heading: 'What is cold water shock?',
        text: 'Cold water shock is the gasp and the fast breathing that come when the skin meets water below about 15 °C. You cannot hold your breath, and one wave in that minute can drown a good swimmer. It passes within one to three minutes if you float, hold on and do nothing else. A buoyancy aid does the floating for you.',
      },
      {
        heading: 'The 1-10-1 rule',
        text: 'One minute to get your breathing under control, ten minutes of movement that is of use, and about one hour before the cold makes you unconscious. The figures are a guide and no promise. Spend the ten minutes on a rescue, then on the radio.',
      },
    ],
    questions: [
      'What happens in the first minute in cold water?',
      'Does alcohol or coffee help afterwards?',
      'What is cold water shock?',
      'How long do I have before my hands stop working?',
      'What is the 1-10-1 rule?',
      'Should I swim or stay with the kayak?',
      'How long can you survive in 10 degree water?',
      'How do I calm my breathing after a capsize?',
      'Can you train yourself against cold shock?',
      'what to do if you fall into cold water',
      'Does a life jacket help against cold shock?',
      'When does hypothermia start in cold water?',
      'Was passiert in den ersten Minuten in kaltem Wasser?',
      '¿Cuánto tiempo se puede aguantar en agua fría?',
      '冷たい水に落ちたら最初に何をすべきですか？',
    ],
  },
  {
    path: '/safety/float-plan',
    title: 'A float plan that somebody will act on',
    text: 'Leave the route, the group, the boats and the latest return time with one named person ashore. Agree on the minute at which they call for help and what they will say. Tell them when you are off the water, every time.',
    sections: [
      {
        heading: 'What a float plan contains',
        text: 'Names and phone numbers of everybody, the colour of each boat, the car and where it stands, the launch, the route, and the places where you may come ashore. Add the radios and lights that you carry, and the latest time at which you will call. One page is enough.',
      },
      {
        heading: 'When should your contact call the coastguard?',
        text: 'Agree on a time two hours after the latest at which you expect to land, and keep to it. A contact who has to judge will wait too long. Send a message once you are off the water: a forgotten one sends a lifeboat out.',
      },
    ],
    questions: [
      'What should a float plan contain?',
      'Who should I leave my float plan with?',
      'Do you have a float plan template?',
      'When should my contact call the coastguard?',
      'What if I change my route during the trip?',
      'Is an app good enough as a float plan?',
      'How late is too late before raising the alarm?',
      'Write me a float plan for a day trip with three paddlers',
      'float plan kayak example',
    ],
  },
]
