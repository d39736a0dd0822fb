"""Noun phrases against the printed example of THESIS Figure 5.2 and against the rules of THESIS 5.1.1."""

from __future__ import annotations

import socket
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setrisk.errors import MissingExtra
from setrisk.udf.transactions import noun_phrases as module
from setrisk.udf.transactions.noun_phrases import STOP_WORDS, noun_phrases, query_items

# THESIS Figure 5.2 (a), with its typing errors.
HISTORY = """\
HISTORY: Ms. Pizzo is a 63-year-old woman with peripheral vascular disease who recently underwent revision of her left
superior femoral artery anterior tibial bypass graft , who now presents with a cool , ischemic left foot. Mrs. Denman
is a 63-year-old , insulin-dependent diabetic with a long history of peripheral vascular disease as well as multiple
surgical procedures. She underwent a right transmetatarsal amputation in 1990 and subsequently underwent a right
femorla distal saphenous vein bypass graft in 1991 which was later revised in 1992. She seems to be doing well with
the left side until July of this year , at which time she underwent a left superficial femoral artery to anterior
tibial artery bypass using non-reversed basilic vein harvested from the right arm. She , however , had a large great
toe ulcer , possibly attributed to hammertoe , which subsequently underwent a left great toe amputation performed on
the 21 of October . After this time , she was discharged to the Nut Hospital in Amore Pu , where she was making
progress in physical therapy and rehabilitation . On the day prior to admission , she was exercising with 4 pound
weights on her legs with the physical therapist when she described a cool sensation in her foot. She reported that her
foot had been blue , and there were no Dopplerable pulses. Color later returned. The absence of pulses persisted over
the course of the night , after which point she was referred back to Largrine Medical Center for evaluation. She
denies any significant pain or any other complications.
"""
# Figure 5.2 (b) as far as the printed text reaches; what follows there comes from text that is not printed.
PRINTED = """\
ms. pizzo, 63-year-old woman, vascular disease, revision, femoral artery, tibial bypass, graft, left foot, mrs. denman,
long history, surgical procedure, transmetatarsal, amputation, right femorla, saphenous vein, bypass graft, left side,
july, time, tibial artery, basilic vein, right arm, great toe, ulcer, hammertoe, october, nut hospital, amore pu,
progress, physical therapy, rehabilitation, day, admission, pound, weight, leg, physical theparist, cool sensation,
dopplerable pulse, color, absence, course, night, point, largrine medical, center, evaluation, significant pain,
other complication"""
# Measured: 42 of 47 items are printed ones, 42 of 49 printed ones are found. The others: the tagger takes "bypass" for
# a verb; the paper's tagger split "transmetatarsal amputation" and "pound weight"; "theparist" is the paper's slip.
MEASURED = 42


def test_printed_transaction_is_mostly_reproduced():
    printed = PRINTED.replace("\n", " ").split(", ")
    items = noun_phrases(HISTORY)
    assert len(printed) == 49
    common = set(items) & set(printed)
    assert len(common) >= MEASURED
    assert len(common) / len(items) >= 0.85
    assert {"vascular disease", "left foot", "long history", "surgical procedure"} <= common
    kept = [item for item in items if item in common]
    assert kept == [item for item in printed if item in common]  # the order is the printed one


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("The blood pressure rises.", ["blood pressure"]),  # Noun + Noun
        ("A chronic infection returned.", ["chronic infection"]),  # Adjective + Noun
        ("The infection returned.", ["infection"]),  # Noun
        ("peripheral vascular disease", ["vascular disease"]),  # the adjective nearest to the noun
        ("prostate cancer symptoms", ["prostate cancer", "symptom"]),  # from left to right, no word twice
        ("She has a history. It is a long history.", ["long history"]),  # contained in a later phrase
        ("It is a long history. She has a history.", ["long history"]),  # and in an earlier one
        ("One pulse, two pulses, and the weak pulses.", ["weak pulse"]),
        ("a kidney and the kidneys", ["kidney"]),
        ("Kidney, KIDNEY and kidneys", ["kidney"]),
        ("the affected side", ["affected side"]),  # a participle after a determiner
        ("They affected sides.", ["side"]),  # a verb
        ("most patients, such patients, many of them", ["patient"]),  # stop words are no adjectives
        ("several factors and other complications", ["several factor", "other complication"]),
        ("(n = 30; P < 0.05; 10 %)", []),
        ("The artery; pressure rises", ["artery", "pressure"]),  # punctuation stands between words
        ("The heart.\n\nPressure rises", ["heart", "pressure"]),  # so does an empty line
        ("The patient's heart", ["patient", "heart"]),
    ],
)
def test_rules(text, items):
    assert noun_phrases(text) == items


@pytest.mark.parametrize("text", [None, "", " \n\n\t ", "...", "?!", "42", "the of and", "\x00"])
def test_nothing_to_find(text):
    assert noun_phrases(text) == []


@pytest.mark.parametrize(
    ("plural", "singular"),
    [
        ("arteries", "artery"),
        ("valves", "valve"),
        ("leaves", "leaf"),
        ("lives", "life"),
        ("toes", "toe"),
        ("headaches", "headache"),
        ("biopsies", "biopsy"),
        ("diagnoses", "diagnosis"),
        ("stenoses", "stenosis"),
        ("diseases", "disease"),
        ("viruses", "virus"),
        ("virus", "virus"),
        ("boxes", "box"),
        ("classes", "class"),
        ("criteria", "criterion"),
        ("vertebrae", "vertebra"),
        ("stimuli", "stimulus"),
        ("policemen", "policeman"),
        ("feet", "foot"),
        ("data", "data"),
        ("xyzzies", "xyzzy"),
        ("frobnicators", "frobnicator"),
    ],
)
def test_singular(plural, singular):
    assert module._tagger().singular(plural) == singular


WORDS = """
    blood pressure pressures heart hearts patient patients left chronic affected the of her is was treated such Dr. U.S.
    insulin-dependent 4 % . , 's
"""
words = st.sampled_from([*WORDS.split(), "\n\n"])


@settings(max_examples=150)
@given(st.one_of(st.lists(words, max_size=40).map(" ".join), st.text(max_size=80)))
def test_properties(text):
    items = noun_phrases(text)
    assert len(set(items)) == len(items)
    split = [item.split(" ") for item in items]
    phrases = [item for item in split if len(item) == 2]
    assert all(len(item) in (1, 2) for item in split)
    assert all(item == item.lower() for item in items)
    assert not {word for item in split for word in item} & STOP_WORDS
    assert not {word for item in phrases for word in item} & {item[0] for item in split if len(item) == 1}
    # Said twice is said once.
    assert noun_phrases(f"{text}\n\n.\n\n{text}") == items


def test_first_calls_from_many_threads_agree():
    module._load.cache_clear()
    together = threading.Barrier(8)

    def ask(_: int) -> list[str]:
        together.wait()
        return noun_phrases(HISTORY)

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(ask, range(8)))
    assert answers == [noun_phrases(HISTORY)] * 8


def test_it_needs_no_network(monkeypatch):
    def refuse(*_args, **_kwargs):
        raise AssertionError("noun_phrases opened a socket")

    monkeypatch.setattr(socket, "socket", refuse)
    module._load.cache_clear()
    assert noun_phrases("The heart beats.") == ["heart"]


def test_missing_textblob_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "textblob.en", None)
    module._load.cache_clear()
    with pytest.raises(MissingExtra, match=r"setrisk\[text\].*pip install"):
        noun_phrases("The heart beats.")
    monkeypatch.undo()
    assert noun_phrases("The heart beats.") == ["heart"]


# THESIS Figure 5.4 = CONTEXT Figure 12: an article, with its typing errors, and its items.
ARTICLE = """\
As prostate cancer involves the male reproductive system, the
prostate, it is a disease that primarily affects the male. Early detection of its symptoms is vital to treatment and
recovery. When you have prostate cancer, your prostate cells mutate and multiply out of control. These cancerous
cells start to attack all the surrounding healthy cells in the prostate, and can spread to other parts of the body.
Wery often, this disease also affects the bones around the prostate.
Most men do not realize that they have prostate cancer until it is in an advanced stage. Once it is diagnosed in a
later stage, it is usually more difficult to cure or treat. Hence, early detection can help in controlling the spread of
the cancer cells. Here are some important prostate cancer symptoms that
you should keep a look out for:
- general pain in the prostate area
- an uncontrollable desire to urinate frequently, especially at nighttime
difficulty in urinating, both in starting or holding back
poor flow of urine
the presence of blood and in urine and semen
- pain or burning sensation when urinating
- erectile dysfunction (inability to have or sustain an erection)
- uncomfortable or painful ejaculation
- a frequent pain or stiffness in the upper thighs, hips, or lower back
It does not mean that you have prostate cancer just because you notice the above symptoms. These symptoms
can also be an indication of other diseases. Your best course of action is to go for an accurate and proper diagnosis
by a doctor or specialist. You will have to undergo a series of tests in order to determine if you have prostate
cancer or some other health problems.
Several factors appear to increase the risk of getting this disease.
Age is a key factor. It has been found that prostate cancer is most common in men over fifty years of age.
Family history is also another key indicator of increased risk. If you have a close male relative who is suffering from
the disease, you are twice as likely to have prostate cancer yourself.
In addition, nationality or where you come from can mean different risk levels. Statistics reveal that African-
Americans are most at risk, followed by Americans and Europeans. Least at risk are Asians, particularly those that
live in the East and Southeast portions of the continent.
It has been said that an unhealthy lifestyle and diet also increases your risk to getting this disease. Although this
disease is not preventable, making substantial changes to your diet and lifestyle have been shown to improve your
chances of recovery greatly.
To find out if you really have prostate cancer, you need to consult a specialist. Once you describe to him about the
symptoms that you have observed, he may order a series of tests to make sure.
The PSA, or prostate specific antigen test, is used to detect the disease. During this process, a small piece of the
prostate will be removed and examined under a microscope to check for prostate cancer cells. Additionally, other
tests such as X-rays and bone scans may also be used to determine the extent of the cancer.
While it appears cumbersome to go for that many tests, it is important to remember that they may actually help you
save your live. You can get treated for prostate cancer symptoms if you take early action.
"""
ARTICLE_ITEMS = """\
prostate cancer, reproductive system, disease, male, detection, symptom, treatment, recovery, prostate cell, healthy
cell, part, body, bone, man, advanced stage, later stage, early detection, spread, cancer cell, important prostate,
cancer symptom, general pain, prostate area, uncontrollable desire, difficulty, poor flow, urine, presence, blood,
seman, burning sensation, erectile dysfunction, inability, erection, painful ejaculation, frequent pain, stiffness,
upper thigh, hip, indication, course, action, proper diagnosis, doctor, specialist, series, test, order, health,
problem, several factor, risk, key factor, year, family history, key indicator, close male, relative, addition,
nationality, different risk, level, statistic, african-american, european, least, asian, southeast portion, continent,
unhealthy lifestyle, diet, substantial change, chance, psa, specific antigen, process, small piece, microscope, test,
x-ray, bone scan, extent"""


def test_the_printed_article_is_mostly_reproduced():
    """60 of the 81 printed items are found, of 83 that are. The others: the paper's tagger keeps "disease", "risk" and
    "course" where ours has a longer phrase or the other way round, and takes no notice of "other".
    """
    printed = ARTICLE_ITEMS.replace("\n", " ").split(", ")
    items = noun_phrases(ARTICLE)
    common = set(items) & set(printed)
    assert len(common) >= 60
    assert len(common) / len(items) >= 0.7
    assert {"prostate cancer", "reproductive system", "erectile dysfunction", "unhealthy lifestyle"} <= common


# THESIS Figure 5.3 = CONTEXT Figure 11: the queries of one user, each as often as it was asked, and the items.
QUERIES = [
    "good wine", *["accent marks"] * 5, "body mass index", *["por que te vas"] * 2, *["sudden weight loss"] * 2,
    *["not enough sleep"] * 2, "cancer.org", *["chemotherapy and fertility"] * 6, "methotrexate",
    *["when you are in love"] * 2, "eid al fitr", "eid al fitr 2003",
]  # fmt: skip
QUERIED = """\
good wine, accent mark, body mass, index, por que, te va, sudden weight, loss, cancer.org, chemotherapy, fertility,
methotrexate, love, eid al, fitr, al fitr, crush"""


def test_items_of_queries_are_those_printed():
    """But for "por que", of which our tagger takes the first word alone, "al fitr", whose words are in items already,
    and "crush", which stands in queries that are not printed.
    """
    printed = QUERIED.replace("\n", " ").split(", ")
    items = query_items(QUERIES)
    assert [item for item in items if item != "por"] == [
        item for item in printed if item not in ("por que", "al fitr", "crush")
    ]


@pytest.mark.parametrize(
    ("queries", "items"),
    [
        (["Accent Marks", "accent mark"], ["accent mark"]),  # as it is but for case and number, once
        (["to be", "the", "?!", "42", "", None, "  "], []),  # nothing that names anything
        (["wine", "good wine"], ["good wine"]),  # the noun is in another item
        (["methotrexate"], ["methotrexate"]),  # unknown to the lexicon, and short
        (["where to buy good wine"], ["good wine"]),  # a longer one, by its noun phrases
        ([], []),
    ],
)
def test_rules_of_queries(queries, items):
    assert query_items(queries) == items
