"""Conversations in LoCoMo's form, made by a fixed seed, for `loci eval memory`.

    python3 make_conversations.py dev|held OUT.json

Two people talk over months. Now and then one tells something of their life in their own words; most
turns are small talk, and other turns are about nearly the same thing. Questions ask for what was told in
other words. `dev` and `held` are made of different halves of everything: topics, names, small talk.
"""

import datetime
import hashlib
import json
import random
import sys

# topic: (what is told, with slots), (what the other says before), (questions), slots
TOPICS = [
    ("started {x} lessons last week and my fingers still hurt", "Any new hobbies?", ["Which instrument is {n} learning?", "What did {n} begin to play?"], ["violin", "cello", "banjo", "harp", "oboe"]),
    ("finally adopted a {x} from the shelter, such a sweet thing", "You look happy today!", ["What pet did {n} take home?", "Which animal did {n} adopt?"], ["beagle", "tabby", "greyhound", "rabbit", "parrot"]),
    ("signed up for a {x} class on Tuesdays, it clears my head", "How do you unwind these days?", ["What course does {n} take to relax?", "Which class did {n} join?"], ["pottery", "fencing", "calligraphy", "salsa", "archery"]),
    ("flew to {x} with my sister and we hardly slept", "Where have you been?", ["Where did {n} travel with a sibling?", "Which place did {n} visit with her or his sister?"], ["Lisbon", "Oslo", "Kyoto", "Marrakesh", "Quito"]),
    ("got promoted to {x} and I still can't believe it", "How is work going?", ["What is {n}'s new job title?", "Which position did {n} get at work?"], ["head of design", "lead engineer", "deputy editor", "branch manager"]),
    ("my doctor told me to stop eating {x}, so that's that", "Shall we get dinner?", ["What food must {n} avoid?", "What can {n} no longer eat on medical advice?"], ["gluten", "shellfish", "peanuts", "dairy"]),
    ("the {x} broke down on the motorway and we waited three hours", "Why were you late?", ["What went wrong on {n}'s drive?", "Which vehicle of {n} failed?"], ["camper van", "old Volvo", "motorbike", "rental car"]),
    ("ran the {x} marathon in under four hours, my legs are jelly", "Did the race happen?", ["Which long run did {n} finish?", "What race did {n} complete?"], ["Berlin", "Boston", "Valencia", "Athens"]),
    ("we painted the nursery {x} because we could not agree on anything else", "How is the house?", ["What colour is the baby's room of {n}?", "How did {n} decorate the child's room?"], ["mint green", "pale yellow", "lavender", "sky blue"]),
    ("been reading {x} every night before bed, I can't put it down", "Any good books?", ["Which book does {n} read in the evenings?", "What novel keeps {n} awake?"], ["Middlemarch", "Dune", "Beloved", "Persuasion"]),
    ("mum had surgery on her {x} and she is recovering slowly", "Is everything alright at home?", ["What operation did {n}'s mother have?", "Which body part of {n}'s parent was treated?"], ["hip", "knee", "heart", "shoulder"]),
    ("we planted {x} behind the shed, hoping the deer leave them alone", "How is the garden?", ["What grows in {n}'s garden?", "Which plants did {n} put behind the hut?"], ["tomatoes", "raspberries", "sunflowers", "leeks"]),
    ("volunteering at the {x} on Saturdays has changed how I see people", "What keeps you busy?", ["Where does {n} help out at weekends?", "For whom does {n} work unpaid?"], ["food bank", "hospice", "night shelter", "animal rescue"]),
    ("sold my {x} to pay for the course, no regrets so far", "How can you afford it?", ["What did {n} give up to fund the studies?", "Which possession did {n} sell?"], ["camera", "piano", "bicycle", "telescope"]),
    ("grandpa left me his {x} and I cried when I opened the box", "What's in the parcel?", ["What did {n} inherit?", "Which keepsake came from {n}'s grandfather?"], ["pocket watch", "fountain pen", "stamp album", "accordion"]),
    ("the interview at the {x} went better than I feared", "Nervous?", ["Where did {n} apply for a job?", "Which employer talked to {n}?"], ["museum", "aquarium", "university press", "city council"]),
    ("allergic to {x}, can you imagine, after all these years", "Why are you sneezing?", ["What triggers {n}'s allergy?", "What can {n} not be around?"], ["birch pollen", "cats", "latex", "horses"]),
    ("my brother is getting married in {x} and I'm the one giving the speech", "Any family news?", ["Where is the wedding of {n}'s brother?", "In which place does {n} speak at a wedding?"], ["Tuscany", "Cornwall", "Vermont", "Crete"]),
    ("we moved into a flat above a {x}, it smells wonderful at six in the morning", "How is the new place?", ["Over which shop does {n} live?", "What is below {n}'s home?"], ["bakery", "florist", "coffee roaster", "chocolate shop"]),
    ("decided to write my thesis on {x}, the supervisor loved it", "How are your studies?", ["What does {n} research at university?", "What is the subject of {n}'s dissertation?"], ["peat bogs", "sign language", "medieval trade", "bird migration"]),
]
SMALL = ["That sounds lovely.", "Oh wow, tell me more!", "I know what you mean.", "Haha, typical.", "Sorry to hear that.", "How did that feel?", "Anyway, the weather is awful here.", "I had too much coffee again.", "Work has been a lot lately.", "Let's catch up properly soon.", "My weekend was quiet, just laundry.", "Thanks for always listening.", "You always know what to say.", "I should sleep more.", "Good luck with that!", "Keep me posted, please.", "I was thinking about you yesterday.", "We should cook together some time.", "The trains were late once more.", "I am so proud of you."]
NEAR = ["I heard somebody talk about {x} on the radio.", "My neighbour keeps going on about {x}.", "Have you ever thought about {x}? I have not."]
NAMES = ["Ada", "Bruno", "Carmen", "Dmitri", "Elif", "Farid", "Greta", "Hugo", "Imani", "Jonas", "Keiko", "Liam"]


def half(items, part):
    side = lambda item: hashlib.sha256(str(item).encode()).digest()[0] % 2 == (part == "held")
    return [item for item in items if side(item)]


def when(day):
    return day.strftime("%-I:%M %p on %-d %B, %Y").replace("AM", "am").replace("PM", "pm")


def sample(draw, part):
    topics, small, names = half(TOPICS, part), half(SMALL, part), half(NAMES, part)
    people = draw.sample(names, 2)
    day = datetime.datetime(2023, draw.randint(1, 5), draw.randint(1, 28), draw.randint(8, 20), draw.randint(0, 59))
    plan = [(topic, who) for topic in topics for who in people]
    draw.shuffle(plan)
    values = {(topic[0], who): value for topic in topics for who, value in zip(people, draw.sample(topic[3], 2))}
    conversation, qa, told = {"speaker_a": people[0], "speaker_b": people[1]}, [], {}
    for session in range(1, 20):
        turns = []
        say = lambda who, text: turns.append({"speaker": who, "dia_id": f"D{session}:{len(turns) + 1}", "text": text})
        speaker = draw.randrange(2)
        for _ in range(draw.randint(14, 22)):
            other = people[1 - speaker]
            if plan and draw.random() < 0.12:
                topic, who = plan.pop()
                other = people[1 - people.index(who)]
                value = values[topic[0], who]
                say(other, draw.choice([topic[1], draw.choice(small) + " " + topic[1]]))
                say(who, draw.choice(["I ", "So, I ", "Well, I "]) + topic[0].format(x=value) if not topic[0].startswith(("the ", "we ", "my ", "mum", "grandpa", "been", "allergic")) else topic[0].format(x=value)[0].upper() + topic[0].format(x=value)[1:])
                evidence = turns[-1]["dia_id"]
                told.setdefault(topic[0], []).append((who, evidence))
                question = draw.choice(topic[2]).format(n=who)
                qa.append({"question": question, "answer": value, "evidence": [evidence], "category": 4})
                if draw.random() < 0.4:
                    month = day.strftime("%B %Y")
                    qa.append({"question": f"What did {who} tell about this in {month}? {draw.choice(topic[2]).format(n=who)}", "answer": value, "evidence": [evidence], "category": 2})
                speaker = people.index(other)
            elif draw.random() < 0.1:
                topic = draw.choice(topics)
                say(people[speaker], draw.choice(NEAR).format(x=draw.choice(topic[3])))
                speaker = 1 - speaker
            else:
                say(people[speaker], " ".join(draw.sample(small, draw.randint(1, 2))))
                speaker = 1 - speaker
        conversation[f"session_{session}_date_time"] = when(day)
        conversation[f"session_{session}"] = turns
        day += datetime.timedelta(days=draw.randint(4, 16), minutes=draw.randint(-90, 90))
    for topic in topics:
        if len(told.get(topic[0], [])) == 2:
            (one, first), (other, second) = told[topic[0]]
            question = draw.choice(topic[2]).format(n=f"{one} and {other}")
            qa.append({"question": question, "answer": "", "evidence": [first, second], "category": 1})
    return {"sample_id": f"{part}-{people[0]}-{people[1]}", "conversation": conversation, "qa": qa}


def main():
    part, out = sys.argv[1:3]
    draw = random.Random(f"loci {part}")
    with open(out, "w") as file:
        json.dump([sample(draw, part) for _ in range(6)], file, indent=1)


main()
