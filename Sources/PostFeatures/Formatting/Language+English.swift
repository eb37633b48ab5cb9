extension Language {
    static let englishPhrases: [Phrase: PhraseText] = [
        .justNow: .fixed("just now"),
        .minutesAgo: .counted([.one: "% minute ago", .other: "% minutes ago"]),
        .hoursAgo: .counted([.one: "% hour ago", .other: "% hours ago"]),
        .daysAgo: .counted([.one: "% day ago", .other: "% days ago"]),
        .weeksAgo: .counted([.one: "% week ago", .other: "% weeks ago"]),
        .monthsAgo: .counted([.one: "% month ago", .other: "% months ago"]),
        .yearsAgo: .counted([.one: "% year ago", .other: "% years ago"]),
        .noComments: .fixed("no comments"),
        .comments: .counted([.one: "% comment", .other: "% comments"]),
        .points: .counted([.one: "% point", .other: "% points"]),
        .thousands: .fixed("k"),
        .millions: .fixed("M"),
        .billions: .fixed("B"),
        .saved: .fixed("saved"),
        .favourite: .fixed("favourite"),
        .notSafeForWork: .fixed("NSFW"),
        .spoiler: .fixed("spoiler"),
        .stickied: .fixed("pinned"),
    ]
}
