/// The rare cases of real answers, dealt out by a post's number so that every one of them is there.
enum Oddities {
    private static let titles = [
        "🏮🔥 We lit 1000 lanterns and 👩‍👩‍👧‍👦 came to look 🇺🇦",
        "停電の夜に読む本を一冊だけ選ぶなら？",
        "정전된 밤에는 등불 하나로 충분하다",
        "Ліхтар, який пережив три зими й одного кота",
        "فانوس صغير يضيء بيتًا كبيرًا",
        "Why does my template print &amp; where I wrote &? Asking for &lt;a friend&gt;",
        "Escape \u{1B}[31mroom\u{1B}[0m: this title has a control character in it",
        longTitle,
        "חנוכייה אחת ו-44 נרות (and one in English)",
        "  Two spaces in front,\ttabs inside and Zalgo l̷a̴m̵p̶ at the end",
        "x",
        "全角ＡＢＣ and half-width ABC walk into a bar 🍺",
    ]

    private static let longTitle =
        "A very long title, written by someone who was asked to be brief, "
        + "agreed, forgot, lit a lantern, sat down again, "
        + (1...7).map { "remembered reason number \($0), " }.joined()
        + "and then ran out of room exactly here, which is why it ends so suddenly"

    /// A title that is hard to show, for every 31st post.
    static func title(_ ordinal: Int) -> String? {
        ordinal % 31 == 5 ? titles[ordinal / 31 % titles.count] : nil
    }

    static func isAuthorDeleted(_ ordinal: Int, _ content: PostContent) -> Bool {
        if case .removed(category: "deleted") = content { return true }
        return ordinal % 29 == 3
    }

    static func statusOfLastPicture(_ round: Int) -> GalleryEntry.Status {
        switch round {
        case 1: .unprocessed
        case 2: .failed
        default: .valid
        }
    }

    static func isGalleryWithoutMetadata(_ round: Int) -> Bool {
        round == 3
    }

    /// Sets the flags and values that most posts do not have.
    static func apply(to post: inout Post, using random: inout SplitMix64) {
        let ordinal = post.ordinal
        post.isNSFW = ordinal % 37 == 4
        post.isSpoiler = ordinal % 41 == 6
        post.isLocked = ordinal % 43 == 8
        post.isArchived = post.age > 180 * 86_400
        post.hidesScore = post.age < 3_600
        post.isSparse = ordinal % 23 == 9
        if ordinal % 13 == 2 {
            post.edit = .age(random.below(post.age))
        } else if ordinal % 61 == 10 {
            post.edit = .longAgo
        }
        if ordinal % 19 == 1 {
            post.thumbnailOverride = ["", "default", "image"][ordinal / 19 % 3]
        }
        post.account.isSaved = ordinal % 71 == 11
        post.account.isHidden = ordinal % 97 == 12
        post.account.vote = ordinal % 53 == 13 ? ordinal % 2 == 0 : nil
        if ordinal % 101 == 14 { post.distinguished = "admin" }
    }
}
