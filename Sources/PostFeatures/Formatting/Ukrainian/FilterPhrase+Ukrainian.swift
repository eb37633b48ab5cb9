extension FilterPhrase {
    static let ukrainian: KeyValuePairs<FilterPhrase, PhraseText> = [
        .nsfw: .fixed("Приховано: вміст 18+"),
        .spoiler: .fixed("Приховано: можливий спойлер"),
        .mediaKind: .filled("Приховано: дописи такого виду (%) не показуються"),
        .word: .filled("Приховано: слово «%» заблоковано"),
        .author: .filled("Приховано: автора % заблоковано"),
        .domain: .filled("Приховано: посилання на % заблоковано"),
        .subreddit: .filled("Приховано: спільноту % заблоковано"),
        .flair: .filled("Приховано: мітку «%» заблоковано"),
        .read: .fixed("Приховано: ви це вже читали"),
    ]
}
