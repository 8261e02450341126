#!/usr/bin/env python3
"""Writes `assets/eval/pages`: 64 web pages of our own making, sixteen kinds of layout by four
topics, with labels.jsonl for `loci eval pages`. The same pages every time. The upper half of each
kind (variants 2 and 3, `held` in their names) is for reporting only."""

import html
import json
import pathlib
import random

OUT = pathlib.Path(__file__).parent.parent / "eval" / "pages"

# title, author, language, paragraphs
TOPICS = [
    ("Marsh restored behind the old sea wall", "Ines Carver", "en", [
        "For the first time in ninety years the tide runs freely over the fields east of Holm. Engineers opened two breaches in the wall on Tuesday, and by evening the lowest meadows lay under a hand of brackish water.",
        "The plan had been disputed since it was drawn up. Farmers feared for their ditches, while the water board argued that a wall which must be raised every decade would cost more than the land behind it is worth.",
        "Researchers from three institutes will count wading birds, measure the silt that each flood leaves behind and compare both with an unbroken stretch of coast four kilometres to the north.",
        "Whether the marsh grows as fast as the sea rises will only be known after several winters. Until then a low inner dyke protects the village and the road to the station."]),
    ("Why our build became four times faster", "Tomasz Reed", "en", [
        "Last spring a full build took forty minutes, and nobody could say where they went. We began by writing down the start and end of each step, which sounds dull and turned out to be the whole trick.",
        "Two steps waited for a lock that protected nothing. Removing it saved eleven minutes, and the commit that did so deleted three lines.",
        "The rest came from not doing work twice: generated headers were rewritten with equal content, so that everything which included them was compiled again.",
        "If you want to try the same, measure first, change one thing, and measure again. Most of our clever ideas made matters worse."]),
    ("Kupferstiche aus der Werkstatt am Fluss", "Jana Lindt", "de", [
        "Das Stadtmuseum zeigt bis zum Frühjahr achtzig Blätter, die in einer kleinen Werkstatt am Fluss entstanden sind. Viele von ihnen lagen seit dem Krieg in einem Schrank, den niemand öffnen mochte.",
        "Die Kuratorin hat die Platten neu drucken lassen und legt sie neben die alten Abzüge. So sieht man, wie das Kupfer mit jedem Druck weicher wurde und die Schatten ausfransten.",
        "Besonders eindrücklich sind die Ansichten der Brücke, die der Stecher über dreißig Jahre immer wieder aufnahm, zuletzt mit zitternder Hand.",
        "Der Eintritt ist am ersten Sonntag des Monats frei; Führungen beginnen um elf Uhr an der Treppe."]),
    ("Measuring sleep without a laboratory", "Priya Nandakumar", "en", [
        "Wrist devices promise to tell light sleep from deep sleep, yet few have been compared with electrodes in people who sleep badly. We recorded sixty-two volunteers for three nights each in their own beds.",
        "Agreement on the total time asleep was good, with a median difference of nine minutes. Agreement on the stages was poor: short awakenings were taken for light sleep in more than half of the cases.",
        "People who already worried about their nights trusted the device more than their own memory, and two of them changed their medication because of it.",
        "We conclude that such devices are fit for counting hours and unfit for judging their quality."]),
    ("Le marché couvert retrouve sa verrière", "Luc Ferrand", "fr", [
        "Après quatre années de travaux, la verrière du marché couvert laisse de nouveau passer la lumière. Les artisans ont remplacé plus de deux mille plaques, une par une, en gardant les montants d'origine.",
        "Les commerçants, installés pendant ce temps sur le parking de la gare, ont perdu près d'un tiers de leur clientèle. La mairie promet une année sans loyer à ceux qui reviennent.",
        "Sous les allées, les fouilles ont mis au jour un puits médiéval que l'on pourra voir à travers un sol de verre.",
        "L'inauguration aura lieu samedi, avec une fanfare et une dégustation offerte par les fromagers."]),
    ("A field guide to reading old maps", "Howard Lisle", "en", [
        "Old maps lie for reasons, and the reasons are more interesting than the coastline. A surveyor paid by the parish drew every chapel; one paid by the mill drew every weir.",
        "Begin with the edges. What the margin calls uncertain was often copied from an older sheet, and the copy keeps mistakes that the surveyor could not have made on foot.",
        "Then look at the lettering, for names were usually engraved last and by somebody else. A village whose name is squeezed between two hills was probably forgotten at first.",
        "Finally compare the paper itself: folds, stains and pinholes show which corner was used and which was never looked at."]),
    ("Ein Ofen, der mit Stroh heizt", "Karl Bruns", "de", [
        "In der alten Molkerei brennt seit November ein Kessel, der nichts als Stroh frisst. Er versorgt die Schule, das Hallenbad und vierzig Häuser mit Wärme.",
        "Das Stroh kommt von elf Höfen im Umkreis von zehn Kilometern. Was nicht verbrennt, geht als Asche zurück auf die Äcker, denn sie enthält Kali und Phosphor.",
        "Teuer war vor allem der Filter: Stroh brennt schnell und lässt feinen Staub, den die Behörde streng begrenzt.",
        "Nach dem ersten Winter liegt der Preis je Kilowattstunde ein wenig unter dem für Gas, und die Gemeinde plant schon den zweiten Kessel."]),
    ("La biblioteca que viaja en barca", "Elena Roca", "es", [
        "Cada jueves una barca pintada de verde remonta el río con mil doscientos libros a bordo. Los niños de las aldeas la esperan en los muelles desde antes del amanecer.",
        "La idea nació cuando la carretera quedó cortada por las lluvias y la maestra pidió prestada la lancha de su hermano. Hoy la sostienen tres municipios y una asociación de lectores.",
        "Lo más pedido son los atlas y las novelas de aventuras, aunque el barquero asegura que los libros de cocina vuelven siempre con manchas.",
        "El próximo año llevará también un taller de encuadernación para reparar los ejemplares que la humedad ha dañado."]),
]
MENU = ["Home", "World", "Science", "Culture", "Opinion", "Shop", "Contact us", "My account", "Archive"]
TEASERS = [
    ("Ten gardens you can visit this weekend", "From rose beds to rooftops, our readers chose their favourites."),
    ("The quiet return of the night train", "Bookings have doubled in two years, say the operators."),
    ("Quiz: how well do you know your bridges?", "Nine questions, one minute each."),
    ("What the new budget means for you", "An overview of the most important changes."),
    ("Five phones compared", "We tested battery, camera and sound."),
    ("She walked across the continent", "A portrait of an unusual postwoman."),
]
COMMENTS = [
    ("birdie77", "Lovely piece, thank you for writing about something other than politics for once!"),
    ("Old Pete", "I remember the place from my childhood and it looked nothing like this."),
    ("nightowl", "Has anybody asked the people who have to pay for all of it?"),
]
COOKIE = "We and our 214 partners store information on your device to show personalised advertising."
NEWSLETTER = "Get our best stories every Friday. No spam, unsubscribe at any time."
BIO = "{} writes about everything that can be reached by bicycle and lives with two cats in an attic."
LEGAL = "All rights reserved. Reproduction in whole or in part is prohibited without written permission."
ITEMS = [("Enamel kettle, 1.5 l", "34.90"), ("Oak cutting board", "22.50"), ("Linen apron", "41.00"),
         ("Cast-iron pan 28 cm", "58.00"), ("Glass jars, set of six", "18.75")]

# how four sites call the same parts
NAMES = [
    dict(nav="site-nav", main="article__body", card="teaser", rel="related-articles", com="comments", com1="comment",
         cookie="cookie-banner", news="newsletter-signup", bio="author-box", share="share-buttons", foot="site-footer", side="sidebar"),
    dict(nav="main-navigation", main="entry-content", card="post-preview", rel="jp-relatedposts", com="comment-list", com1="comment-body",
         cookie="cmplz-cookiebanner", news="mc4wp-form", bio="about-author", share="sharedaddy", foot="colophon", side="widget-area"),
    dict(nav="css-1q2w3e", main="css-9x8y7z", card="css-5t6g7", rel="css-4r5t6", com="css-3e4r5", com1="css-2w3e4",
         cookie="css-0p9o8", news="css-8i7u6", bio="css-6y5t4", share="css-7u6y5", foot="css-1a2s3", side="css-4f5g6"),
    dict(nav="topMenu", main="textBlock", card="box", rel="moreNews", com="readerOpinions", com1="opinion",
         cookie="privacyLayer", news="abo", bio="autor", share="tools", foot="bottom", side="rightCol"),
]


class Page:
    """A page in the making: its parts, and the passages wanted and unwanted of it."""

    def __init__(self, topic, names, rnd):
        self.title, self.author, self.lang, self.text = topic
        self.names, self.rnd = names, rnd
        self.body, self.wanted, self.unwanted = [], [], []

    def put(self, markup):
        self.body.append(markup)

    def want(self, *passages):
        self.wanted += [p[:70].rsplit(" ", 1)[0] if len(p) > 75 else p for p in passages]

    def shun(self, *passages):
        self.unwanted += [p[:60].rsplit(" ", 1)[0] if len(p) > 65 else p for p in passages]

    def nav(self, tag="nav"):
        n = self.names
        links = "".join(f'<li><a href="/{i}">{m}</a></li>' for i, m in enumerate(MENU))
        self.put(f'<{tag} class="{n["nav"]}"><ul>{links}</ul></{tag}>')
        self.shun("My account")

    def cookie(self):
        self.put(f'<div class="{self.names["cookie"]}"><p>{COOKIE}</p><p>You can change your choice at any time in the '
                 f'<a href="/privacy">privacy settings</a>.</p><button>Accept all</button> <a href="#">Only necessary</a></div>')
        self.shun(COOKIE)

    def share(self):
        self.put(f'<div class="{self.names["share"]}"><span>Share this:</span> <a href="#f">Facebook</a> <a href="#t">Twitter</a> '
                 f'<a href="#w">WhatsApp</a> <a href="#m">E-mail</a></div>')
        self.shun("WhatsApp")

    def related(self, head="You may also like"):
        cards = self.rnd.sample(TEASERS, 4)
        n = self.names
        inner = "".join(f'<div class="{n["card"]}"><a href="/s"><img src="x.jpg" alt=""><h4>{t}</h4></a><p>{d}</p></div>' for t, d in cards)
        self.put(f'<div class="{n["rel"]}"><h3>{head}</h3>{inner}</div>')
        self.shun(cards[0][0], cards[2][1])

    def comments(self):
        n = self.names
        inner = "".join(f'<div class="{n["com1"]}"><b>{who}</b> <span>{self.rnd.randint(2, 9)} hours ago</span><p>{what}</p>'
                        f'<a href="#r">Reply</a></div>' for who, what in COMMENTS)
        self.put(f'<div class="{n["com"]}" id="comments"><h3>{len(COMMENTS)} comments</h3>{inner}<form><label>Your opinion</label>'
                 f'<textarea></textarea><button>Send</button></form></div>')
        self.shun(COMMENTS[0][1], COMMENTS[2][1])

    def newsletter(self):
        self.put(f'<div class="{self.names["news"]}"><h4>Stay in touch</h4><p>{NEWSLETTER}</p><form><input type="email"><button>Sign up</button></form></div>')
        self.shun(NEWSLETTER)

    def bio(self):
        self.put(f'<div class="{self.names["bio"]}"><img src="a.jpg" alt=""><h4>{self.author}</h4><p>{BIO.format(self.author)}</p>'
                 f'<a href="/all">All articles by {self.author}</a></div>')
        self.shun(BIO.format(self.author))

    def footer(self, tag="footer"):
        self.put(f'<{tag} class="{self.names["foot"]}"><ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy</a></li>'
                 f'<li><a href="/jobs">Work with us</a></li></ul><p>© 2026 The Weekly Courier. {LEGAL}</p></{tag}>')
        self.shun(LEGAL, "Work with us")

    def paragraphs(self, cls="", tag="p"):
        for at, text in enumerate(self.text):
            if at == 2:
                self.put(f"<h2>{'What comes next' if self.lang == 'en' else self.title.split()[0]}</h2>")
            self.put(f"<{tag}{cls}>{html.escape(text, quote=False)}</{tag}>")
        self.want(self.text[0], self.text[1], self.text[-1])

    def done(self, head=""):
        body = "\n".join(self.body)
        return (f'<!DOCTYPE html>\n<html lang="{self.lang}"><head><meta charset="utf-8"><title>{self.title} | The Weekly Courier</title>'
                f'{head}</head>\n<body>\n{body}\n</body></html>\n')


def news(p):
    p.cookie(); p.put("<header>"); p.nav(); p.put("</header>")
    p.put(f'<main><article><h1>{p.title}</h1><p class="byline">By {p.author}, 14 March 2026</p>'); p.share()
    p.put(f'<div class="{p.names["main"]}">'); p.paragraphs(); p.put("</div>"); p.bio(); p.put("</article>")
    p.related(); p.put("</main>"); p.newsletter(); p.footer(); p.want(p.title)


def blog(p):
    p.put('<div id="page">'); p.nav("div"); p.put(f'<div id="primary"><div class="post hentry"><h2 class="title"><a href="/p">{p.title}</a></h2>'
          f'<div class="{p.names["main"]}">'); p.paragraphs(); p.share(); p.put("</div></div>"); p.comments()
    p.put(f'</div><div id="secondary" class="{p.names["side"]}">'); p.bio()
    p.put("<h3>Blogroll</h3><ul><li><a href='http://a'>Notes from the shed</a></li><li><a href='http://b'>Slow letters</a></li></ul></div>")
    p.shun("Notes from the shed"); p.footer("div"); p.put("</div>"); p.want(p.title)


def docs(p):
    p.put('<div class="wy-nav-side"><ul>' + "".join(f'<li><a href="{i}.html">Chapter {i}: {t}</a></li>' for i, (t, _) in enumerate(TEASERS)) + "</ul></div>")
    p.shun("Chapter 3: What the new budget")
    p.put(f'<div role="main" class="document"><h1>{p.title}</h1>'); p.paragraphs()
    p.put("<pre><code>$ survey --input sheet.tif --levels 4\nread 4 sheets\n</code></pre><dl><dt>--levels</dt><dd>How many steps are taken before the search gives up.</dd>"
          "<dt>--input</dt><dd>The sheet that is read; several may be named.</dd></dl>")
    p.want("survey --input sheet.tif", "How many steps are taken before", "The sheet that is read")
    p.put("<table><thead><tr><th>Level</th><th>Meaning</th></tr></thead><tbody><tr><td>1</td><td>coarse outline</td></tr><tr><td>2</td><td>roads and rivers</td></tr></tbody></table></div>")
    p.want("coarse outline", "roads and rivers"); p.footer()


def forum(p):
    p.nav(); p.put(f"<h1>{p.title}</h1>")
    who = ["mapfan", "grete", "j.doe", "wolfram"]
    for at, text in enumerate(p.text):
        p.put(f'<div class="post" id="p{at}"><div class="user"><a href="/u">{who[at]}</a><br>Posts: {at * 37 + 4}</div><div class="message"><p>{text}</p></div>'
              f'<div class="postmenu"><a href="#q">Quote</a> <a href="#r">Report post</a></div></div>')
    p.want(*p.text); p.shun("Report post"); p.footer()


def shop(p):
    p.cookie(); p.nav(); p.put(f'<div class="product"><h1>{ITEMS[0][0]}</h1><div class="price">34.90 EUR</div><button>Add to basket</button>'
          '<div class="description"><p>A kettle in cream enamel with a wooden grip that stays cool on the stove. It whistles in two tones and holds six cups.</p>'
          '<p>The base fits gas, ceramic and induction hobs. Rinse with vinegar once a month where the water is hard.</p></div>'
          '<table class="specs"><tr><th>Volume</th><td>1.5 litres</td></tr><tr><th>Weight</th><td>1,120 grams</td></tr><tr><th>Material</th><td>enamelled steel</td></tr></table></div>')
    p.want("A kettle in cream enamel with a wooden grip", "Rinse with vinegar once a month", "enamelled steel")
    p.put('<div class="carousel"><h3>Customers also bought</h3>' + "".join(f'<div class="tile"><a href="/i">{n}</a> <span>{c} EUR</span></div>' for n, c in ITEMS[1:]) + "</div>")
    p.shun("Customers also bought", "Linen apron"); p.newsletter(); p.footer()


def law(p):
    p.nav(); p.put(f'<div id="content"><h1>Act on {p.title.lower()}</h1>')
    for at, text in enumerate(p.text, 1):
        p.put(f'<h3>§ {at} {["Purpose", "Scope", "Duties", "Entry into force"][at - 1]}</h3><ol><li>{text}</li><li>Paragraph 1 applies accordingly to bodies under public law.</li></ol>')
    p.want(*p.text); p.want("§ 2 Scope"); p.put("</div>"); p.footer()


def wiki(p):
    p.put('<div id="mw-navigation"><ul>' + "".join(f'<li><a href="/w/{m}">{m}</a></li>' for m in ["Main page", "Recent changes", "Random article", "Donate"]) + "</ul></div>")
    p.shun("Random article")
    p.put(f'<div id="content" class="mw-body"><h1>{p.title}</h1><div id="mw-content-text"><table class="infobox"><tr><th>Opened</th><td>12 May 1911</td></tr><tr><th>Length</th><td>4.2 km</td></tr></table>')
    for text in p.text:
        p.put("<p>" + text.replace(" and ", ' <a href="/wiki/And">and</a> ', 1) + '<sup><a href="#c">[1]</a></sup></p>')
    p.put('<h2>References</h2><ol class="references"><li>Lisle, H.: <i>Sheets and shores</i>. Harbour Press, 1988.</li></ol></div></div>')
    p.want(p.text[0], p.text[3], "12 May 1911", "Sheets and shores"); p.footer("div")


def search(p):
    p.nav(); p.put('<form><input name="q" value="old maps"></form><div id="results"><p>About 1,240 results</p>')
    for (t, d), text in zip(TEASERS, [s for topic in TOPICS[:2] for s in topic[3]]):
        p.put(f'<div class="result"><h3><a href="/r">{t}</a></h3><cite>example.org/{t[:4].lower()}</cite><p>{d} {text[:90]} …</p></div>')
        p.want(t)
    p.want(TEASERS[0][1]); p.put("</div>"); p.footer()


def table(p):
    p.nav(); p.put(f'<h1>{p.title}: figures</h1><table><thead><tr><th>Station</th><th>Depth (m)</th><th>Salinity</th><th>Birds</th></tr></thead><tbody>')
    for at in range(24):
        p.put(f"<tr><td>Station {chr(65 + at)}{at + 3}</td><td>{at * 7 % 11}.{at}</td><td>{20 + at * 3 % 13}</td><td>{at * at + 12}</td></tr>")
    p.put("</tbody></table><p>Source: own measurements, winter 2025.</p>")
    p.want("Station A3", "Station M15", "Station X26", "Depth (m)", "Source: own measurements"); p.footer()


def recipe(p):
    p.cookie(); p.nav(); p.put('<article class="recipe"><h1>Potato soup with marjoram</h1><p>This soup is what we cook when it rains for three days. It keeps in the cold and tastes better when it is warmed again.</p>')
    p.share(); p.put("<h2>Ingredients</h2><ul><li>800 g floury potatoes</li><li>2 carrots</li><li>1 litre of vegetable stock</li><li>a handful of marjoram</li></ul><h2>Method</h2>"
          "<ol><li>Peel the potatoes and cut them into cubes.</li><li>Sweat the onion in butter until it turns glassy.</li><li>Add the stock and let it simmer for twenty minutes.</li></ol></article>")
    p.want("800 g floury potatoes", "Sweat the onion in butter", "This soup is what we cook", "Add the stock and let it simmer"); p.comments(); p.related("More recipes"); p.footer()


def soup(p):
    for part in ("nav", "cookie"):
        p.put("<div><div>"); getattr(p, part)(*(["div"] if part == "nav" else [])); p.put("</div></div>")
    p.put(f'<div class="x"><div><div><div class="big">{p.title}</div>')
    for text in p.text:
        p.put(f"<div><div>{text}</div></div>")
    p.put("</div></div></div>"); p.want(*p.text)
    p.put("<div>"); p.related(); p.put("</div>"); p.footer("div")


def layout(p):
    links = "<br>".join(f'<a href="{i}.htm">{m}</a>' for i, m in enumerate(MENU))
    text = "<br><br>\n".join(p.text)
    p.put(f'<table width="800" cellpadding="4"><tr><td colspan="2" bgcolor="#ccccff"><font size="6">The Weekly Courier</font></td></tr><tr><td width="150" valign="top">{links}</td>'
          f'<td valign="top"><font face="Verdana" size="2"><b>{p.title}</b><br><br>{text}</font></td></tr><tr><td colspan="2" align="center"><font size="1">© 2003 {LEGAL} Visitors: 48213</font></td></tr></table>')
    p.want(*p.text); p.shun("My account", "Visitors: 48213")


def shell(p):
    p.put(f'<div id="__next"><div class="css-1"><div class="css-2">'); p.nav("div"); p.put(f'</div><div class="css-7"><h1 class="css-8">{p.title}</h1>')
    for text in p.text:
        p.put(f'<div class="css-9 para"><span class="css-10">{text}</span></div>')
    p.put("</div>"); p.want(*p.text); p.newsletter(); p.related("Trending now"); p.footer("div"); p.put("</div></div><script>window.__STATE__={}</script>")


def wall(p):
    p.cookie(); p.nav(); p.put(f'<div class="content"><h1>{p.title}</h1><p class="lead">{p.text[0]}</p>'); p.newsletter()
    p.put(f"<p>{p.text[1]}</p>"); p.put('<div class="ad-slot"><span>Advertisement</span><p>Drive the new Meridian from 199 a month.</p></div>')
    p.put(f"<p>{p.text[2]}</p><blockquote><p>It is the small things that hold a place together.</p></blockquote><p>{p.text[3]}</p></div>")
    p.want(*p.text); p.want("It is the small things"); p.shun("Drive the new Meridian"); p.related("Most read"); p.comments(); p.footer()


def index(p):
    p.nav(); p.put("<h1>Module index</h1><ul>" + "".join(f'<li><a href="{w}.html">{w}</a> – {d}</li>' for w, d in [
        ("anneal", "cools a system step by step"), ("braid", "weaves several streams into one"), ("cairn", "marks a place to come back to"),
        ("dredge", "reads what others have thrown away"), ("ember", "keeps a cache warm"), ("ferry", "carries messages across")]) + "</ul>")
    p.want("cools a system step by step", "marks a place to come back to", "carries messages across", "dredge"); p.footer()


def interview(p):
    p.put("<header>"); p.nav(); p.put(f'</header><section><h1>{p.title}</h1><div class="{p.names["main"]}"><p><em>A conversation with {p.author}.</em></p>')
    for at, text in enumerate(p.text):
        p.put(f"<p><strong>{['How did it begin?', 'Was it disputed?', 'What surprised you?', 'And now?'][at]}</strong></p><p>{text}</p>")
        if at == 1:
            p.put('<figure><img src="p.jpg" alt=""><figcaption>The place on an early morning.</figcaption></figure>'
                  '<p class="readmore"><a href="/other">Read also: ' + TEASERS[1][0] + "</a></p>")
    p.want(*p.text); p.want("What surprised you?"); p.shun("Read also"); p.put("</div>"); p.bio(); p.put("</section>"); p.comments(); p.footer()


KINDS = [news, blog, docs, forum, shop, law, wiki, search, table, recipe, soup, layout, shell, wall, index, interview]


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    labels = []
    for at, kind in enumerate(KINDS):
        for variant in range(4):
            page = Page(TOPICS[(at * 3 + variant * 2 + variant // 2) % len(TOPICS)], NAMES[variant], random.Random(at * 4 + variant))
            kind(page)
            name = f"{kind.__name__}-{'held-' if variant > 1 else ''}{variant}.html"
            (OUT / name).write_text(page.done(), encoding="utf-8")
            labels.append({"file": name, "with": page.wanted, "without": page.unwanted})
    lines = "".join(json.dumps(label, ensure_ascii=False) + "\n" for label in labels)
    (OUT / "labels.jsonl").write_text(lines, encoding="utf-8")


main()
