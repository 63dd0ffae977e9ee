"""One row a picture: scene, size, title, words, tags, dates, position, owner, licence."""


def row(place, scene, title, at, taken, uploaded, owner, license, tags, text="", size="l", **more):
    return dict(place=place, scene=scene, title=title, at=at, taken=taken, uploaded=uploaded, owner=owner,
                license=license, tags=tags, text=text, size=size, **more)


LONG = ("What we saw on the way home from the market after the rain had stopped and before the lamps were lit, when for "
        "a quarter of an hour the whole street smelled of wet chestnut leaves, warm bread and the river, and nobody was "
        "in any hurry at all")

ROWS = [
    row("Paris", "seine_sunset", "Sunset over the Seine", (48.8637, 2.3136), "2023-09-14 20:04:31", "2023-09-15", "ada", 4,
        ["Paris", "Seine", "Sunset", "Eiffel Tower", "River"], "The last boats are in. Seen from <b>Pont Alexandre III</b>.\n\nPart of <a href=\"https://www.flickr.com/photos/adaquill/\" rel=\"nofollow\">my river walks</a> &amp; other evenings."),
    row("Paris", "tower_night", "Iron lady, 10 pm", (48.8584, 2.2945), "2023-09-12 22:00:05", "2023-09-13", "ada", 0,
        ["Paris", "Eiffel Tower", "Night", "Lights"], "On the hour it sparkles for five minutes.", "p"),
    row("Paris", "montmartre", "Roofs / Montmartre: morning", (48.8867, 2.3431), "2022-04-03 07:48:12", "2022-04-10", "bo", 5,
        ["Paris", "Montmartre", "Rooftops", "Sacré-Cœur"], "Zinc, slate and a white hill."),
    row("Paris", "pont_neuf", "Pont Neuf in the mist", (48.8571, 2.3415), "1962-11-18 09:15:00", "2021-02-01", "bo", 10,
        ["Paris", "Pont Neuf", "Mist", "Bridge", "1962"], "After a slide of my grandfather&#039;s, <i>November 1962</i>."),
    row("Paris", "windmill", "Red mill", (48.8841, 2.3322), "2024-02-17 18:31:40", "2024-02-18", "ada", 9,
        ["Paris", "Windmill", "Pigalle", "Dusk"], ""),
    row("Paris", "pyramid", "Blue hour at the Louvre", (48.8611, 2.3358), "2023-01-21 17:52:09", "2023-01-22", "dario", 4,
        ["Paris", "Louvre", "Blue hour", "Architecture", "Reflection"], "Glass, water, stone: three mirrors."),
    row("Paris", "luxembourg", LONG, (48.8462, 2.3372), "2022-10-29 16:20:00", "2022-11-01", "ada", 1,
        ["Paris", "Autumn", "Jardin du Luxembourg", "Trees"], "Two chairs were free. We took both."),
    row("Paris", "balloon", "Sunset over the Seine", None, "2024-04-06 19:40:00", "2024-04-07", "bo", 2,
        ["Paris", "Balloon", "Spring", "Cherry blossom"], "Not a sunset, I know: I mixed up two titles and grew fond of it."),

    row("Annecy", "lake_morning", "Lac d'Annecy, first light", (45.8621, 6.1686), "2023-08-02 06:12:44", "2023-08-03", "edda", 4,
        ["Annecy", "Lake", "Alps", "Morning", "Mist"], "One fisherman &amp; no wind."),
    row("Annecy", "palais_isle", "Palais de l'Isle", (45.8988, 6.1275), "2023-06-18 11:05:30", "2023-06-20", "ada", 5,
        ["Annecy", "Palais de l'Isle", "Canal", "Old town"], "A house like a ship at anchor in the Thiou."),
    row("Annecy", "sails", "Regatta.jpg", (45.8793, 6.1482), "2023-07-09 15:33:18", "2023-07-09", "edda", 4,
        ["Annecy", "Sailing", "Lake", "Regatta"], "Race three of five; green won."),
    row("Annecy", "paragliders", "Above the Col de la Forclaz", (45.8142, 6.2469), "2022-08-14 14:02:57", "2022-08-15", "edda", 0,
        ["Annecy", "Paragliding", "Alps", "Summer"], "Four of about a hundred that afternoon."),
    row("Annecy", "lovers_bridge", "Pont des Amours", (45.9003, 6.1319), "2021-10-10 17:44:00", "2021-10-12", "dario", 6,
        ["Annecy", "Bridge", "Autumn", "Canal"], "They had been standing there for an hour."),
    row("Annecy", "first_snow", "First snow", (45.8566, 6.2867), "2022-11-20 10:10:10", "2022-11-20", "edda", 9,
        ["Annecy", "Snow", "Winter", "Chalet"], ""),
    row("Annecy", "swans", "Two swans and three others", (45.8951, 6.1392), "2024-05-01 20:15:00", "2024-05-02", "ada", 4,
        ["Annecy", "Swans", "Lake", "Birds"], "The small grey ones are going to be swans too."),

    row("Venice", "gondola_dawn", "Gondola at dawn", (45.4325, 12.3408), "2022-03-27 06:58:20", "2022-03-28", "dario", 4,
        ["Venice", "Gondola", "Dawn", "San Giorgio"], "The lagoon is as flat as a table at this hour."),
    row("Venice", "salute", "Salute, burning", (45.4307, 12.3347), "2023-10-05 18:41:02", "2023-10-06", "dario", 4,
        ["Venice", "Santa Maria della Salute", "Sunset", "Gondola"], ""),
    row("Venice", "rialto", "Rialto", (45.4380, 12.3359), "2022-05-14 12:30:00", "2022-05-16", "ada", 5,
        ["Venice", "Rialto", "Bridge", "Grand Canal"], "At noon, when everybody is at lunch."),
    row("Venice", "burano", "Washing day", (45.4853, 12.4167), "2021-06-21 10:22:35", "2021-06-25", "bo", 4,
        ["Venice", "Burano", "Colours", "Houses"], "Nine houses, nine colours. One may not choose: the comune does."),
    row("Venice", "acqua_alta", "Acqua alta", (45.4341, 12.3388), "2019-11-12 21:50:00", "2019-11-15", "dario", 3,
        ["Venice", "San Marco", "Acqua alta", "Rain"], "187 cm that night. One umbrella for two."),
    row("Venice", "moonlight", "Moonlight on the Grand Canal", (45.4362, 12.3300), "2024-01-25 23:12:00", "2024-01-26", "dario", 0,
        ["Venice", "Moon", "Night", "Grand Canal"], "Full moon &#8211; no filter, no people."),
    row("Venice", "lagoon_poles", "", (45.4420, 12.3550), "2023-02-11 07:20:00", "2023-02-12", "chie", 9,
        ["Venice", "Lagoon", "Poles", "Pink"], "Five poles in a row, towards the campanile.", caption="Five poles"),
]
