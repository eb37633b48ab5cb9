extension Language {
    static let ukrainianPhrases: [Phrase: PhraseText] = [
        .justNow: .fixed("щойно"),
        .minutesAgo: .counted([.one: "% хвилину тому", .few: "% хвилини тому", .many: "% хвилин тому"]),
        .hoursAgo: .counted([.one: "% годину тому", .few: "% години тому", .many: "% годин тому"]),
        .daysAgo: .counted([.one: "% день тому", .few: "% дні тому", .many: "% днів тому"]),
        .weeksAgo: .counted([.one: "% тиждень тому", .few: "% тижні тому", .many: "% тижнів тому"]),
        .monthsAgo: .counted([.one: "% місяць тому", .few: "% місяці тому", .many: "% місяців тому"]),
        .yearsAgo: .counted([.one: "% рік тому", .few: "% роки тому", .many: "% років тому"]),
        .noComments: .fixed("немає коментарів"),
        .comments: .counted([.one: "% коментар", .few: "% коментарі", .many: "% коментарів"]),
        .points: .counted([.one: "% бал", .few: "% бали", .many: "% балів"]),
        // With the space that never breaks, as between a number and its unit.
        .thousands: .fixed("\u{A0}тис."),
        .millions: .fixed("\u{A0}млн"),
        .billions: .fixed("\u{A0}млрд"),
        .saved: .fixed("збережено"),
        .favourite: .fixed("улюблене"),
        .notSafeForWork: .fixed("18+"),
        .spoiler: .fixed("спойлер"),
        .stickied: .fixed("закріплено"),
    ]
}
