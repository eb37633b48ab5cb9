public import Core
public import Foundation
public import PostFeatures

extension ChatViewModel {
    /// A picture that was added to be sent.
    public struct Picture: Identifiable, Hashable, Sendable {
        /// Its number, in the order in which they were added.
        public let id: Int
        /// The bytes of the picture.
        public let data: Data
        /// Whether it is selected: only those are sent.
        public internal(set) var isSelected: Bool
    }

    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// The room; `nil` before it is known.
        public internal(set) var room: ChatRoom?
        /// The other person; `nil` before anybody knows who that is.
        public internal(set) var other: ChatRoom.Person?
        /// The messages, the oldest first: those that the server has, then those that are not sent.
        public internal(set) var messages: [Message] = []
        /// Whether older messages are stored than those that are shown.
        public internal(set) var hasOlder = false
        /// Whether newer messages are stored than those that are shown.
        public internal(set) var hasNewer = false
        /// The messages that the last search found, the newest first; `nil` where nothing is searched for.
        public internal(set) var found: [Message]?
        /// The field of the text.
        public internal(set) var entry = TextEntry(.message)
        /// The pictures that were added; while there are some, they are sent in place of the text.
        public internal(set) var pictures: [Picture] = []
        /// How far the room is in step with the server.
        public internal(set) var status = RoomStatus()
        /// Whether a message is being stored.
        public internal(set) var isSending = false
        /// Whether pictures are being stored, which are shown meanwhile.
        var isStoringPictures = false
        /// The error of the last call, until the next success.
        public internal(set) var banner: Banner?

        /// Creates a state, for a preview.
        ///
        /// - Parameters:
        ///   - room: The room; none by default.
        ///   - messages: The messages; none by default.
        ///   - banner: The error to show; none by default.
        public init(room: ChatRoom? = nil, messages: [Message] = [], banner: Banner? = nil) {
            (self.room, other) = (room, room?.other)
            (self.messages, self.banner) = (messages, banner)
        }

        /// Whether the person is choosing pictures.
        public var isPictureMode: Bool { !pictures.isEmpty }

        /// How many more pictures can be added.
        public var remainingPictureCount: Int { PictureRule.maximumCount - pictures.count }

        /// Whether the button can be used: for a text that keeps its rule, or for a picture that is selected while none are
        /// being stored, in a room that is not over.
        public var canSend: Bool {
            guard let room, !room.isEnded else { return false }
            guard isPictureMode else { return entry.isValid }
            return !isStoringPictures && pictures.contains(where: \.isSelected)
        }
    }
}
