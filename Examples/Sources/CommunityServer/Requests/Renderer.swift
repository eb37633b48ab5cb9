import ServerKit

/// Writes what is there as the service does: with its names of fields, and without those that have nothing in them.
struct Renderer: Sendable {
    let state: CommunityState

    func user(_ person: Person) -> JSONValue {
        var json = JSONObject([("user_id", .string(person.id)), ("nick", .string(person.nick))])
        if let picture = person.picture { json.add("profileImage", .string(picture)) }
        return .object(json)
    }

    /// The person with an id; of one who is not there, at least the id.
    private func user(_ id: String) -> JSONValue {
        state.person(id).map(user) ?? .object([("user_id", .string(id)), ("nick", .string(""))])
    }

    /// A profile; the address and the number only for the person.
    func profile(_ person: Person, isOwn: Bool) -> JSONValue {
        var json = JSONObject([("user_id", .string(person.id))])
        if isOwn { json.add("email", .string(person.email)) }
        json.add("nick", .string(person.nick))
        if isOwn, let phone = person.phone { json.add("phoneNum", .string(phone)) }
        if let picture = person.picture { json.add("profileImage", .string(picture)) }
        let followers = state.people.filter { $0.following.contains(person.id) }
        json.add("followers", .array(followers.map(user)))
        json.add("following", .array(person.following.map(user)))
        json.add("posts", .array(state.posts.filter { $0.author == person.id }.reversed().map { .string($0.id) }))
        return .object(json)
    }

    /// A post with its comments, the newest first.
    func post(_ post: StoredPost) -> JSONValue {
        .object([
            ("post_id", .string(post.id)), ("product_id", .string(post.category)), ("title", .string(post.title)),
            ("content", .string(post.content)), ("content2", .string(post.content2)),
            ("content3", .string(post.content3)), ("createdAt", .string(WireDate.text(post.created))),
            ("creator", user(post.author)), ("files", strings(post.files)), ("likes", strings(post.likes)),
            ("hashTags", strings(Hashtags.all(in: post.content))),
            ("comments", .array(post.comments.reversed().map(comment))),
        ])
    }

    func comment(_ comment: StoredComment) -> JSONValue {
        .object([
            ("comment_id", .string(comment.id)), ("content", .string(comment.content)),
            ("createdAt", .string(WireDate.text(comment.created))), ("creator", user(comment.author)),
        ])
    }

    func room(_ room: Room) -> JSONValue {
        var json = JSONObject([
            ("room_id", .string(room.id)), ("createdAt", .string(WireDate.text(room.created))),
            ("updatedAt", .string(WireDate.text(room.updated))), ("participants", .array(room.people.map(user))),
        ])
        if let last = state.lastMessage(in: room.id) { json.add("lastChat", message(last)) }
        return .object(json)
    }

    func message(_ message: Message) -> JSONValue {
        var json = JSONObject([
            ("chat_id", .string(message.id)), ("room_id", .string(message.room)),
            ("createdAt", .string(WireDate.text(message.created))),
        ])
        if let text = message.text { json.add("content", .string(text)) }
        json.add("sender", user(message.sender))
        json.add("files", strings(message.files))
        return .object(json)
    }

    func payment(_ payment: Payment) -> JSONValue {
        .object([
            ("payment_id", .string(payment.id)), ("buyer_id", .string(payment.buyer)),
            ("post_id", .string(payment.post)), ("merchant_uid", .string(payment.merchant)),
            ("productName", .string(payment.name)), ("price", .int(payment.price)),
            ("paidAt", .string(WireDate.text(payment.paid))),
        ])
    }

    /// Everything, for who looks after the server.
    var everything: JSONValue {
        .object([
            ("people", .array(state.people.filter { !$0.isWithdrawn }.map { profile($0, isOwn: true) })),
            ("posts", .array(state.posts.map(post))), ("rooms", .array(state.rooms.map(room))),
            ("messages", .array(state.messages.map(message))),
            (
                "payments",
                .array(
                    state.payments.map { payment in
                        guard case .object(var json) = self.payment(payment) else { return .null }
                        json.add("imp_uid", .string(payment.receipt))
                        return .object(json)
                    })
            ),
        ])
    }

    private func strings(_ list: [String]) -> JSONValue { .array(list.map { .string($0) }) }
}

/// The hashtags of a text.
enum Hashtags {
    /// Returns the words that follow a `#`, without it, each once, in the order of the text.
    ///
    /// A word is of letters, marks, digits and connecting punctuation such as `_`.
    static func all(in text: String) -> [String] {
        var tags: [String] = []
        var word: String.UnicodeScalarView?
        for scalar in Array(text.unicodeScalars) + [" "] {
            if isPart(scalar), word != nil {
                word?.append(scalar)
                continue
            }
            if let word, !word.isEmpty, !tags.contains(String(word)) { tags.append(String(word)) }
            word = scalar == "#" ? String.UnicodeScalarView() : nil
        }
        return tags
    }

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation:
            true
        default: false
        }
    }
}
