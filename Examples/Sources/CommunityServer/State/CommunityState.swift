/// Everything that a community's server knows, and all that outlives a restart where it is kept.
///
/// Pictures are beside it, in a ``FileShelf``. Lists are in the order of making.
struct CommunityState: Sendable, Codable {
    var people: [Person] = []
    var posts: [StoredPost] = []
    var rooms: [Room] = []
    var messages: [Message] = []
    var payments: [Payment] = []
    var receipts: [Receipt] = []
    var files: [String: StoredFile] = [:]
    var tokens = TokenBook()
    private var lastNumber = 0

    /// Makes the id of a new thing: 24 digits as the service's ids have, each greater than those before.
    mutating func newID() -> String {
        lastNumber += 1
        let digits = String(lastNumber, radix: 16)
        return "6c616e74" + String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The person with an id; nil for nobody, and for one who has withdrawn.
    func member(_ id: String) -> Person? {
        people.first { $0.id == id && !$0.isWithdrawn }
    }

    /// The member who signs in with an address, in whatever case it is written.
    func member(email: String) -> Person? {
        people.first { $0.email.lowercased() == email.lowercased() && !$0.isWithdrawn }
    }

    /// The person with an id, who may have withdrawn.
    func person(_ id: String) -> Person? {
        people.first { $0.id == id }
    }

    /// Changes a person; one who is not there is left so.
    mutating func change(person id: String, _ body: (inout Person) -> Void) {
        guard let index = people.firstIndex(where: { $0.id == id }) else { return }
        body(&people[index])
    }

    /// The place of a post in ``posts``.
    func index(ofPost id: String) -> Int? {
        posts.firstIndex { $0.id == id }
    }

    /// The messages of a room, in the order in which they came.
    func messages(in room: String) -> [Message] {
        messages.filter { $0.room == room }
    }

    /// The message of a room that its list shows: the newest, of equally new ones the one with the greatest id.
    func lastMessage(in room: String) -> Message? {
        messages(in: room).max { ($0.created, $0.id) < ($1.created, $1.id) }
    }
}
