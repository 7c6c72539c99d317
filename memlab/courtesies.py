"""Courtesies: what people say to be polite, and what of it can be told by its words.

Plain data, like the cues, and English like them. "I am fine, thanks" holds a cue, and so do "Never mind" and
"See you tomorrow". A phrase belongs here only if, standing alone, it says nothing of anybody.
"""

from functools import lru_cache

from memlab.cues import phrases
from memlab.words import words

# A `*` stands for the beginning of a word, or alone for one word; a `^` in front binds a phrase to the start.
COURTESIES = (
    # Coming.
    *phrases(
        """
        hello, hello there, hi, hi there, hey, hey there, good morning, good afternoon, good evening,
        good day, morning, welcome, welcome back, greetings, it's me, it is me, i'm back, i am back,
        i'm here, i am here, nice to meet you, pleased to meet you, good to see you, nice to see you,
        good to hear from you, how are you, how do you do, hope you're well, hope you are well,
        i hope you're well, i hope you are well, i hope you're doing well, i hope you are doing well,
        i hope this finds you well,
        """
    ),
    # Being well.
    *phrases(
        """
        i'm fine, i am fine, i'm well, i am well, i'm good, i am good, i'm okay, i am okay, i'm ok,
        i am ok, i'm all right, i am all right, i'm doing well, i am doing well, i can't complain,
        i cannot complain, can't complain, and you, and yourself,
        """
    ),
    # Thanks, and their answers.
    *phrases(
        """
        thanks, thank you, thank you all, many thanks, thanks a lot, thanks a million, cheers,
        a thousand thanks, with thanks, i thank you, i want to thank you, i wanted to thank you,
        no thanks, no thank you, thanks to you, thanks in advance, thank you in advance,
        thank you for everything, thanks for everything, thank you for your *, thanks for your *,
        thank you for the *, thanks for the *, thank you for *ing, thanks for *ing, i appreciate it,
        i appreciate that, i appreciate your help, i'm grateful, i am grateful, much appreciated,
        much obliged, you're welcome, you are welcome, my pleasure, it was a pleasure,
        it's a pleasure, you've been helpful, you have been helpful, you were helpful,
        you were a great help, you are a great help, you've been a great help,
        you have been a great help, that was helpful, that's helpful, that is helpful, that helps,
        that helped, that was kind, that was kind of you, that's kind, that's kind of you,
        that is kind, that is kind of you, you're kind, you are kind, you made my day,
        you've made my day, i owe you one, bless you, not at all, don't mention it, do not mention it,
        no problem, no worries, no trouble, any time, anytime,
        """
    ),
    # Regrets.
    *phrases(
        """
        sorry, i'm sorry, i am sorry, my apologies, i apologise, i apologize, excuse me, pardon me,
        pardon, sorry about that, i'm sorry about that, i am sorry about that, sorry for the *,
        sorry to bother you, i'm sorry to bother you, i am sorry to bother you, sorry to hear that,
        i'm sorry to hear that, i am sorry to hear that, i'm afraid, i am afraid, never mind,
        nevermind, don't worry, do not worry, don't worry about it, do not worry about it,
        i don't mind, i do not mind, it doesn't matter, it does not matter, that's all right,
        that is all right, that's okay, that is okay, that's ok, that is ok, that's fine,
        that is fine, it's fine, it is fine, fair enough, take your time,
        """
    ),
    # Pleasure, at what was just said.
    *phrases(
        """
        great, lovely, perfect, wonderful, excellent, brilliant, good, nice, fine, cool, awesome,
        fantastic, amazing, super, well done, good job, great job, good idea, great idea, sounds good,
        sounds great, sounds lovely, that sounds good, sounds good to me, that sounds great,
        that's great, that is great, that's good, that is good, that's nice, that is nice,
        that's lovely, that is lovely, that's wonderful, that is wonderful, that's perfect,
        that is perfect, good to know, good to hear, nice to hear, i'm glad, i am glad,
        i'm glad to hear it, i am glad to hear it, i'm glad to hear that, i am glad to hear that,
        glad to hear it, glad to hear that, i'm happy, i am happy, i'm happy to hear it,
        i am happy to hear it, i'm happy to hear that, i am happy to hear that, i'm pleased,
        i am pleased, i'm relieved, i am relieved, i like it, i like that, i love it, i love that,
        i'm happy to help, i am happy to help, happy to help, i'm glad to help, i am glad to help,
        glad to help, i was glad to help, i was happy to help, i'm looking forward to it,
        i am looking forward to it, looking forward to it,
        """
    ),
    # Following what is said.
    *phrases(
        """
        okay, ok, all right, alright, sure, of course, certainly, yes, yeah, right, exactly, agreed,
        got it, understood, noted, i see, i understand, i know, you know, i got it, i've got it,
        i get it, i agree, i don't know, i do not know, i'm not sure, i am not sure, i have no idea,
        i think so, i believe so, i hope so, i hope not, i guess so, i suppose so, i'm afraid so,
        i am afraid so, i'm afraid not, i am afraid not, i'm listening, i am listening, i'm all ears,
        i am all ears, i'm ready, i am ready, go ahead, go on, let me see, let me think,
        let me think for a second, ^well, ^no,
        """
    ),
    # Asking for an ear, and saying that it is all.
    *phrases(
        """
        i have a question, i have a quick question, i have a small question, i have a short question,
        i have another question, i have one question, i have one more question, i have some questions,
        i have a few questions, i have a favour to ask, i have a request, i've got a question,
        i've got another question, i've got one more question, i need help, i need your help,
        i need some help, i need a hand, i need a favour, i could use some help, one more thing,
        one more question, another question, a quick question, quick question, i was wondering,
        i was thinking, i was asking, i was curious, i'm curious, i am curious, i was joking,
        i'm joking, i am joking, i'm kidding, i am kidding, i wanted to ask, i want to ask,
        i wanted to ask something, i want to ask something, i'd like to ask something,
        i would like to ask something, if you don't mind, if you do not mind, if i may,
        if that's okay, if that is okay, if that's all right, if that is all right, if you like,
        i hope that's okay, i hope that is okay, i hope you don't mind, i hope you do not mind,
        if you please, when you have a moment, when you have time, whenever you like,
        whenever you're ready, whenever you are ready, that's all, that is all, that was all,
        that's it, that is it, that was it, that's all i need, that is all i need,
        that's all i wanted, that is all i wanted, that's all i wanted to know,
        that is all i wanted to know, i'm done, i am done, nothing else,
        """
    ),
    # Going.
    *phrases(
        """
        bye, bye bye, goodbye, good bye, good night, farewell, so long, take care, sleep well,
        see you, see you later, see you soon, see you then, see you around, see you tomorrow,
        see you tonight, see you on *day, see you *day, see you next week, see you next time,
        until tomorrow, until next time, until next week, till tomorrow, talk soon, talk later,
        talk to you soon, talk to you later, talk to you tomorrow, talk to you next week,
        talk to you on *day, speak soon, speak to you soon, speak to you tomorrow,
        speak to you next week, have a good day, have a nice day, have a great day, have a lovely day,
        have a good evening, have a nice evening, have a good night, have a good weekend,
        have a nice weekend, have a good week, have a good one, have a good time, enjoy your *,
        best wishes, kind regards, all the best, good luck, have fun, i have to go, i have to go now,
        i've got to go, i must go, i need to go, i should go, i'm off, i am off, i have to run,
        i have to leave, it was nice talking to you, it was nice to talk to you,
        it was good talking to you, nice talking to you, i enjoyed talking to you, i enjoyed our chat,
        """
    ),
)

# Words that may stand before, after and inside a courtesy and add nothing to it.
FILLERS = frozenset(
    "a ah anyway again also and as aw but dear indeed just much oh ooh please quite rather really so such "
    "then though too truly uh um hmm very wow".split()
)


def is_courtesy(sentence: str) -> bool:
    """Tell whether a sentence is courtesy alone: with courtesies and fillers taken out, nothing is left.

    Compared by `words`, so that case, punctuation and the form of an apostrophe do not matter. Fillers may
    stand inside a courtesy ("I am so glad"); a sentence of fillers alone is none. A name is left over, so
    "Thanks, Marta" is none either: no table knows whether a word is a name.

    >>> is_courtesy("Thank you so much again!"), is_courtesy("Thank you, I am allergic to nuts")
    (True, False)
    >>> is_courtesy("I am fine, thanks"), is_courtesy("I am vegetarian, thanks")
    (True, False)
    """
    # A picture or a sign of its own is no word here.
    said = [word.folded for word in words(sentence) if any(map(str.isalnum, word.folded))]
    if FILLERS.issuperset(said):
        return False
    # The places before which all is courtesies and fillers.
    reached = {0}
    for start, word in enumerate(said):
        if start in reached:
            reached |= {_end(phrase, said, start) for phrase in _beginning_with(word, first=start == 0)}
            reached |= {start + 1} if word in FILLERS else set()
    return len(said) in reached


def _end(phrase: tuple[str, ...], said: list[str], start: int) -> int:
    """The place after a courtesy that stands here, fillers between its words or not; -1 if none does."""
    place = start
    for own in phrase:
        while place < len(said) and said[place] in FILLERS and said[place] != own:
            place += 1
        if place == len(said) or not _is_word(own, said[place]):
            return -1
        place += 1
    return place


def _is_word(own: str, word: str) -> bool:
    return word.endswith(own[1:]) if own.startswith("*") else word == own


# A sentence asks for the few courtesies that begin as it does, not for all.
@lru_cache(maxsize=4096)
def _beginning_with(word: str, first: bool) -> tuple[tuple[str, ...], ...]:
    allowed = (phrase.removeprefix("^") for phrase in COURTESIES if first or not phrase.startswith("^"))
    return tuple(tuple(phrase.split()) for phrase in allowed if phrase.split()[0] == word)
