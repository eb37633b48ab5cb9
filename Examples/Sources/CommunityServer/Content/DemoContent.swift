import Foundation

/// The people, posts and messages that a server begins with.
enum DemoContent {
    private struct Draft {
        let author: CommunityServer.DemoPerson
        let category: String
        let text: String
        /// Columns and rows of each picture.
        let pictures: [(Int, Int)]
        var likes: [CommunityServer.DemoPerson] = []
        var comments: [(CommunityServer.DemoPerson, String)] = []
    }

    /// The category of the posts that mark who takes donations.
    static let donations = "CategoryZ_UserDonate"

    private static let hour = 3_600_000

    private static let drafts: [Draft] = [
        Draft(
            author: .ann, category: "CategoryZ_dailyRoutine", text: "First evening with a #lantern on the balcony",
            pictures: [(20, 15)], likes: [.ben], comments: [(.ben, "Where did you get it?"), (.ann, "From my aunt")]),
        Draft(
            author: .ben, category: "CategoryZ_books", text: "Read three chapters on the bus #reading",
            pictures: [(12, 16)]),
        Draft(
            author: .cleo, category: "CategoryZ_pet", text: "The cat found the warm spot again #cat",
            pictures: [(16, 16), (18, 12)], likes: [.ann, .ben]),
        Draft(author: .ann, category: "CategoryZ_song", text: "Two songs, one breath #choir", pictures: [(20, 12)]),
        Draft(
            author: .ben, category: "myLoveGym", text: "Five rounds, no excuses #오운완", pictures: [(15, 20)],
            likes: [.cleo]),
        Draft(
            author: .cleo, category: "CategoryZ_dailyRoutine", text: "Bread, butter, a quiet table #아침",
            pictures: [(20, 15), (15, 20), (16, 16)], likes: [.ann], comments: [(.ann, "I can smell it")]),
        Draft(
            author: .ann, category: "CategoryZ_fashion", text: "A coat older than I am #vintage", pictures: [(12, 18)]),
        Draft(
            author: .ben, category: "CategoryZ_telent", text: "Saw her on the small stage #live", pictures: [(20, 10)]),
        Draft(
            author: .cleo, category: "CategoryZ_books", text: "A library that stays open late #reading #밤",
            pictures: [(16, 12)], likes: [.ann, .ben, .cleo]),
        Draft(author: .ann, category: "CategoryZ_pet", text: "Neighbour's dog, my sofa #dog", pictures: [(18, 18)]),
        Draft(
            author: .ben, category: "CategoryZ_dailyRoutine", text: "Rain all day\nSoup all evening",
            pictures: [(20, 15)]),
        Draft(
            author: .cleo, category: "CategoryZ_song", text: "Learning the low part #choir", pictures: [(16, 9)],
            comments: [(.ben, "Next week together")]),
        Draft(
            author: .ann, category: "CategoryZ_books", text: "Gave my copy away, bought it again #reading",
            pictures: [(14, 20)]),
        Draft(
            author: .ben, category: "CategoryZ_pet", text: "He waits at the door #dog", pictures: [(20, 15)],
            likes: [.ann]),
        Draft(
            author: .cleo, category: "CategoryZ_fashion", text: "Blue on blue on blue", pictures: [(12, 16), (12, 16)]),
        Draft(
            author: .ann, category: "CategoryZ_dailyRoutine", text: "Every window has its own #lantern now",
            pictures: [(20, 12), (20, 15), (15, 20), (16, 16), (18, 12)], likes: [.ben, .cleo],
            comments: [(.cleo, "Ours too"), (.ben, "Looks warm")]),
    ]

    private static let talk: [(CommunityServer.DemoPerson, String)] = [
        (.ann, "Are you coming on Sunday?"), (.ben, "Yes, after the rain"), (.ann, "It never stops"),
        (.ben, "Then in the rain"), (.ann, "Bring the big umbrella"), (.ben, "I have only the small one"),
    ]

    /// The files of the first people's pictures, drawn once for all servers of a process.
    private static let portraits = CommunityServer.DemoPerson.all.prefix(2).map { person in
        MosaicPicture(columns: 10, rows: 10, name: person.nick).data
    }

    /// The files of each draft's pictures, likewise.
    private static let pictures = drafts.map { draft in
        draft.pictures.enumerated().map { place, size in
            MosaicPicture(columns: size.0, rows: size.1, name: "\(draft.text) \(place)").data
        }
    }

    /// Makes the state, with dates that lie before a time, and puts the pictures on a shelf.
    static func state(at time: Int, pictures shelf: FileShelf) throws -> CommunityState {
        var state = CommunityState()
        for (place, person) in CommunityServer.DemoPerson.all.enumerated() {
            let path = place < portraits.count ? "\(Picture.folder)/profiles/\(state.newID()).jpeg" : nil
            if let path { try keep(portraits[place], at: path, of: person, in: &state, on: shelf) }
            state.people.append(
                Person(
                    id: person.id, email: person.email, password: person.password, nick: person.nick,
                    phone: "0100000000\(place)", picture: path))
            _ = state.tokens.addAccess(of: person.id, until: 0, named: person.accessToken)
            _ = state.tokens.addRefresh(of: person.id, named: person.refreshToken)
        }
        state.change(person: CommunityServer.DemoPerson.ann.id) { $0.following = [CommunityServer.DemoPerson.ben.id] }
        state.change(person: CommunityServer.DemoPerson.cleo.id) { person in
            person.following = [CommunityServer.DemoPerson.ann.id, CommunityServer.DemoPerson.ben.id]
        }
        let ben = CommunityServer.DemoPerson.ben
        state.posts.append(
            StoredPost(
                id: state.newID(), author: ben.id, created: time - (drafts.count + 1) * 5 * hour, category: donations,
                title: "\(ben.nick)후원", content: "#후원"))
        for (place, draft) in drafts.enumerated() {
            try add(draft, pictures[place], at: time - (drafts.count - place) * 5 * hour, to: &state, on: shelf)
        }
        let begin = time - 3 * hour
        let room = state.room(of: CommunityServer.DemoPerson.ann.id, and: ben.id, at: begin)
        for (place, (person, text)) in talk.enumerated() {
            _ = state.say(text, [], in: room.id, by: person.id, at: begin + place * 60_000)
        }
        return state
    }

    private static func add(
        _ draft: Draft, _ pictures: [Data], at time: Int, to state: inout CommunityState, on shelf: FileShelf
    ) throws {
        var post = StoredPost(id: state.newID(), author: draft.author.id, created: time, category: draft.category)
        post.content = draft.text
        post.content3 = draft.pictures.first.map { String(Double($0.0) / Double($0.1)) } ?? "1"
        for picture in pictures {
            let path = "\(Picture.folder)/posts/\(state.newID()).jpeg"
            try keep(picture, at: path, of: draft.author, in: &state, on: shelf)
            post.files.append(path)
        }
        post.likes = draft.likes.map(\.id)
        for (place, (person, text)) in draft.comments.enumerated() {
            post.comments.append(
                StoredComment(
                    id: state.newID(), author: person.id, created: time + (place + 1) * 600_000, content: text))
        }
        state.posts.append(post)
    }

    private static func keep(
        _ picture: Data, at path: String, of person: CommunityServer.DemoPerson,
        in state: inout CommunityState, on shelf: FileShelf
    ) throws {
        try shelf.put(picture, at: path)
        state.files[path] = StoredFile(owner: person.id, contentType: "image/jpeg")
    }
}
