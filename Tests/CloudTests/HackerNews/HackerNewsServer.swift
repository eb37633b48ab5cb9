import Core
import Foundation
import Synchronization

/// Answers by path, in the shapes of Hacker News's two APIs; a path that it does not know is answered as they do.
final class HackerNewsServer: RequestProvider {
    private struct State {
        var bodies: [String: String]
        var failures: [String: NetworkError] = [:]
        var requests: [NetworkRequest] = []
        var underway = 0
        var mostUnderway = 0
    }

    private let state: Mutex<State>

    /// Creates a server.
    ///
    /// - Parameter bodies: What it answers, by path.
    init(_ bodies: [String: String] = [:]) {
        state = Mutex(State(bodies: bodies))
    }

    var requests: [NetworkRequest] { state.withLock { $0.requests } }
    var paths: [String] { requests.map { $0.url.path() } }
    /// How many requests were under way at once.
    var mostUnderway: Int { state.withLock { $0.mostUnderway } }

    func answer(_ path: String, with body: String) { state.withLock { $0.bodies[path] = body } }

    func fail(_ path: String, with error: NetworkError) { state.withLock { $0.failures[path] = error } }

    func response(to request: NetworkRequest) async throws -> NetworkResponse {
        let path = request.url.path()
        let result = state.withLock { state -> Result<String, NetworkError> in
            state.requests.append(request)
            state.underway += 1
            state.mostUnderway = max(state.mostUnderway, state.underway)
            if let error = state.failures[path] { return .failure(error) }
            if let body = state.bodies[path] { return .success(body) }
            return path.hasPrefix("/v0/") ? .success("null") : .failure(NetworkError(.notFound, status: 404))
        }
        await Task.yield()
        state.withLock { $0.underway -= 1 }
        return NetworkResponse(status: 200, url: request.url, body: Data(try result.get().utf8))
    }

    func shutDown() async {}
}

/// A story as `/v0/item/ID.json` writes it.
func storyJSON(_ id: Int, _ parts: [String: String] = [:]) -> String {
    var all = [
        "by": #""ann""#, "descendants": "2", "id": "\(id)", "kids": "[9\(id)]", "score": "57", "time": "1175714200",
        "title": "\"Story \(id)\"", "type": #""story""#, "url": "\"https://www.example.com/\(id)\"",
    ]
    for (name, value) in parts { all[name] = value }
    let members = all.sorted { $0.key < $1.key }.filter { !$0.value.isEmpty }
    return "{" + members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
}

/// A comment as `/api/v1/items/ID` writes it.
func nestedJSON(_ id: Int, author: String? = "bob", text: String? = "Hello", children: [String] = []) -> String {
    let quoted = { (text: String?) in text.map { "\"\($0)\"" } ?? "null" }
    return #"{"id":\#(id),"created_at":"2007-04-04T19:16:40.000Z","created_at_i":1175714200,"type":"comment","#
        + #""author":\#(quoted(author)),"title":null,"url":null,"text":\#(quoted(text)),"points":null,"#
        + #""parent_id":1,"story_id":1,"children":[\#(children.joined(separator: ","))],"options":[]}"#
}

/// A story with its comments as `/api/v1/items/ID` writes it.
func threadJSON(_ id: Int, _ children: [String], text: String? = nil) -> String {
    #"{"id":\#(id),"created_at_i":1175714200,"type":"story","author":"ann","title":"Story \#(id)","#
        + #""url":"http://example.com/","text":\#(text.map { "\"\($0)\"" } ?? "null"),"points":57,"parent_id":null,"#
        + #""story_id":\#(id),"children":[\#(children.joined(separator: ","))],"options":[]}"#
}
