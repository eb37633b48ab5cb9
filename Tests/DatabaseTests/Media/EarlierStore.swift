import Foundation
import Mocks

/// A store as the version wrote it that kept files by their links alone, whatever the site.
///
/// Two sites' posts hold `/img/1.png`, one site's hold `/img/2.png` while another site has that path too, and a packed
/// post of a third one holds `/img/3.png`.
enum EarlierStore {
    /// Its journal, to the byte.
    static let journal =
        #"""
        {"journal":1,"segment":1,"next":1,"crc":"9d62a0f2"}
        {"collection":"arrivals","version":1}
        {"collection":"posts","version":1}
        {"put":"posts","value":{"id":"reddit/t3_a","title":"Post t3_a","author":null,"authorFullname":null,"subr\#
        eddit":null,"created":1700000000.0,"commentCount":null,"score":null,"domain":null,"permalink":"/r/swift/\#
        comments/t3_a/","url":"/img/1.png","thumbnail":"https://i.example.org/small.jpg?s=\"1\"","text":null,"fl\#
        air":null,"media":{"kind":"gallery","source":{"link":"/img/1.png","width":640,"height":480},"previews":[\#
        {"link":"/p/1.png","width":64,"height":48},{"link":"/img/1.png","width":null,"height":null}],"gallery":[\#
        {"id":"g1","source":{"link":"/img/1.png","width":640,"height":480},"caption":"A cat"},{"id":"g2","source\#
        ":null,"caption":null}],"video":{"hls":"/v/a.m3u8","dash":null,"fallback":"https://v.example.org/a.mp4",\#
        "duration":12.5,"hasAudio":true}},"isNSFW":null,"isSpoiler":null,"isStickied":null,"edited":null}}
        {"put":"arrivals","value":{"id":"reddit/t3_a","date":1795395139.640915}}
        {"put":"posts","value":{"id":"demo/t3_b","title":"Post t3_b","author":null,"authorFullname":null,"subred\#
        dit":null,"created":1700000000.0,"commentCount":null,"score":null,"domain":null,"permalink":"/r/swift/co\#
        mments/t3_b/","url":"/img/1.png","thumbnail":"https://i.example.org/small.jpg?s=\"1\"","text":null,"flai\#
        r":null,"media":{"kind":"gallery","source":{"link":"/img/1.png","width":640,"height":480},"previews":[{"\#
        link":"/p/1.png","width":64,"height":48},{"link":"/img/1.png","width":null,"height":null}],"gallery":[{"\#
        id":"g1","source":{"link":"/img/1.png","width":640,"height":480},"caption":"A cat"},{"id":"g2","source":\#
        null,"caption":null}],"video":{"hls":"/v/a.m3u8","dash":null,"fallback":"https://v.example.org/a.mp4","d\#
        uration":12.5,"hasAudio":true}},"isNSFW":null,"isSpoiler":null,"isStickied":null,"edited":null}}
        {"put":"arrivals","value":{"id":"demo/t3_b","date":1795395139.640915}}
        {"put":"posts","value":{"id":"demo/t3_c","title":"Post t3_c","author":null,"authorFullname":null,"subred\#
        dit":null,"created":1700000000.0,"commentCount":null,"score":null,"domain":null,"permalink":"/r/swift/co\#
        mments/t3_c/","url":"/img/2.png","thumbnail":"https://i.example.org/small.jpg?s=\"1\"","text":null,"flai\#
        r":null,"media":{"kind":"gallery","source":{"link":"/img/2.png","width":640,"height":480},"previews":[{"\#
        link":"/p/1.png","width":64,"height":48},{"link":"/img/2.png","width":null,"height":null}],"gallery":[{"\#
        id":"g1","source":{"link":"/img/2.png","width":640,"height":480},"caption":"A cat"},{"id":"g2","source":\#
        null,"caption":null}],"video":{"hls":"/v/a.m3u8","dash":null,"fallback":"https://v.example.org/a.mp4","d\#
        uration":12.5,"hasAudio":true}},"isNSFW":null,"isSpoiler":null,"isStickied":null,"edited":null}}
        {"put":"arrivals","value":{"id":"demo/t3_c","date":1795395139.640915}}
        {"put":"posts","value":{"id":"reddit/t3_d","title":"Post t3_d","author":null,"authorFullname":null,"subr\#
        eddit":null,"created":1700000000.0,"commentCount":null,"score":null,"domain":null,"permalink":"/r/swift/\#
        comments/t3_d/","url":"/img/2.png","thumbnail":"https://i.example.org/small.jpg?s=\"1\"","text":null,"fl\#
        air":null,"media":{"kind":"gallery","source":{"link":"/img/2.png","width":640,"height":480},"previews":[\#
        {"link":"/p/1.png","width":64,"height":48},{"link":"/img/2.png","width":null,"height":null}],"gallery":[\#
        {"id":"g1","source":{"link":"/img/2.png","width":640,"height":480},"caption":"A cat"},{"id":"g2","source\#
        ":null,"caption":null}],"video":{"hls":"/v/a.m3u8","dash":null,"fallback":"https://v.example.org/a.mp4",\#
        "duration":12.5,"hasAudio":true}},"isNSFW":null,"isSpoiler":null,"isStickied":null,"edited":null}}
        {"put":"arrivals","value":{"id":"reddit/t3_d","date":1795395139.640915}}
        {"put":"posts","value":{"id":"lemmy:example.org/1","title":"Post 1","author":null,"authorFullname":null,\#
        "subreddit":null,"created":1700000000.0,"commentCount":null,"score":null,"domain":null,"permalink":"/r/s\#
        wift/comments/1/","url":"/img/1.png","thumbnail":"https://i.example.org/small.jpg?s=\"1\"","text":null,"\#
        flair":null,"media":{"kind":"gallery","source":{"link":"/img/1.png","width":640,"height":480},"previews"\#
        :[{"link":"/p/1.png","width":64,"height":48},{"link":"/img/1.png","width":null,"height":null}],"gallery"\#
        :[{"id":"g1","source":{"link":"/img/1.png","width":640,"height":480},"caption":"A cat"},{"id":"g2","sour\#
        ce":null,"caption":null}],"video":{"hls":"/v/a.m3u8","dash":null,"fallback":"https://v.example.org/a.mp4\#
        ","duration":12.5,"hasAudio":true}},"isNSFW":null,"isSpoiler":null,"isStickied":null,"edited":null}}
        {"put":"arrivals","value":{"id":"lemmy:example.org/1","date":1795395139.640915}}
        {"put":"posts","value":{"id":"lemmy:example.org/2","title":"Post 2","author":null,"authorFullname":null,\#
        "subreddit":null,"created":1700000000.0,"commentCount":null,"score":null,"domain":null,"permalink":"/r/s\#
        wift/comments/2/","url":"/img/3.png","thumbnail":"https://i.example.org/small.jpg?s=\"1\"","text":null,"\#
        flair":null,"media":{"kind":"gallery","source":{"link":"/img/3.png","width":640,"height":480},"previews"\#
        :[{"link":"/p/1.png","width":64,"height":48},{"link":"/img/3.png","width":null,"height":null}],"gallery"\#
        :[{"id":"g1","source":{"link":"/img/3.png","width":640,"height":480},"caption":"A cat"},{"id":"g2","sour\#
        ce":null,"caption":null}],"video":{"hls":"/v/a.m3u8","dash":null,"fallback":"https://v.example.org/a.mp4\#
        ","duration":12.5,"hasAudio":true}},"isNSFW":null,"isSpoiler":null,"isStickied":null,"edited":null}}
        {"put":"arrivals","value":{"id":"lemmy:example.org/2","date":1795395139.640915}}
        {"commit":1,"bytes":5485,"crc":"113469ef"}
        {"collection":"statuses","version":1}
        {"put":"statuses","value":{"id":"reddit/t3_a","isRead":false,"isSaved":false,"isFavourite":true,"isDismi\#
        ssed":false,"isHidden":false,"vote":null,"savedAt":null,"favouritedAt":1700000000.0,"firstSeen":17000000\#
        00.0,"changed":1700000000.0,"dates":{"read":null,"saved":null,"favourite":1700000000.0,"dismissed":null,\#
        "hidden":null,"vote":null}}}
        {"put":"statuses","value":{"id":"demo/t3_b","isRead":false,"isSaved":false,"isFavourite":true,"isDismiss\#
        ed":false,"isHidden":false,"vote":null,"savedAt":null,"favouritedAt":1700000000.0,"firstSeen":1700000000\#
        .0,"changed":1700000000.0,"dates":{"read":null,"saved":null,"favourite":1700000000.0,"dismissed":null,"h\#
        idden":null,"vote":null}}}
        {"put":"statuses","value":{"id":"demo/t3_c","isRead":false,"isSaved":false,"isFavourite":true,"isDismiss\#
        ed":false,"isHidden":false,"vote":null,"savedAt":null,"favouritedAt":1700000000.0,"firstSeen":1700000000\#
        .0,"changed":1700000000.0,"dates":{"read":null,"saved":null,"favourite":1700000000.0,"dismissed":null,"h\#
        idden":null,"vote":null}}}
        {"commit":2,"bytes":1057,"crc":"4f89c3c6"}
        {"collection":"mediaPlaces","version":1}
        {"put":"mediaPlaces","value":{"id":"368e86476e4b6425f6dcaffbd5fd405d","promised":1795395139.650485}}
        {"commit":3,"bytes":142,"crc":"b39ab3c1"}
        {"collection":"media","version":1}
        {"collection":"mediaHolds","version":1}
        {"put":"media","value":{"id":"368e86476e4b6425f6dcaffbd5fd405d","link":"/img/1.png","bytes":3,"date":170\#
        0000000.0}}
        {"put":"mediaHolds","value":{"id":"368e86476e4b6425f6dcaffbd5fd405d|reddit/t3_a","post":"reddit/t3_a","r\#
        ole":"full"}}
        {"delete":"mediaPlaces","id":"368e86476e4b6425f6dcaffbd5fd405d"}
        {"commit":4,"bytes":374,"crc":"487e21db"}
        {"put":"mediaHolds","value":{"id":"368e86476e4b6425f6dcaffbd5fd405d|demo/t3_b","post":"demo/t3_b","role"\#
        :"full"}}
        {"commit":5,"bytes":114,"crc":"ba209cbb"}
        {"put":"mediaPlaces","value":{"id":"94adab72061be98df259408b03061059","promised":1795395139.6555772}}
        {"commit":6,"bytes":102,"crc":"b5a3b0a7"}
        {"put":"media","value":{"id":"94adab72061be98df259408b03061059","link":"/img/2.png","bytes":2,"date":170\#
        0000000.0}}
        {"put":"mediaHolds","value":{"id":"94adab72061be98df259408b03061059|demo/t3_c","post":"demo/t3_c","role"\#
        :"full"}}
        {"delete":"mediaPlaces","id":"94adab72061be98df259408b03061059"}
        {"commit":7,"bytes":295,"crc":"b3e03cce"}
        {"collection":"packed","version":1}
        {"put":"packed","value":{"id":"lemmy:example.org/2","feed":"feed","date":1700000000.0,"position":0,"isAu\#
        tomatic":false}}
        {"commit":8,"bytes":157,"crc":"160ce407"}
        {"put":"mediaPlaces","value":{"id":"a95fd9d0643c330628b3942b81521a30","promised":1795395139.6588054}}
        {"commit":9,"bytes":102,"crc":"d5b681a3"}
        {"put":"media","value":{"id":"a95fd9d0643c330628b3942b81521a30","link":"/img/3.png","bytes":1,"date":170\#
        0000000.0}}
        {"put":"mediaHolds","value":{"id":"a95fd9d0643c330628b3942b81521a30|lemmy:example.org/2","post":"lemmy:e\#
        xample.org/2","role":"thumbnail"}}
        {"delete":"mediaPlaces","id":"a95fd9d0643c330628b3942b81521a30"}
        {"commit":10,"bytes":320,"crc":"68f1a35f"}
        {"collection":"packs","version":1}
        {"put":"packs","value":{"id":"lemmy:example.org|-|hot|-|home","site":"lemmy:example.org","account":null,\#
        "source":"home","sort":"hot","period":null,"count":2,"includesComments":false,"includesMedia":true,"maxi\#
        mumBytes":200000000,"maximumTime":null,"needsFreeNetwork":false,"isAutomatic":false,"posts":["lemmy:exam\#
        ple.org/2"],"isListed":false,"missing":["/gone.png"],"stop":"paused","date":1700000000.0}}
        {"commit":11,"bytes":438,"crc":"33e12bcf"}

        """#

    /// Its files: the names are half the SHA-256 of the texts of links.
    static let media: [String: [UInt8]] = [
        "368e86476e4b6425f6dcaffbd5fd405d": [1, 1, 1],
        "94adab72061be98df259408b03061059": [2, 2],
        "a95fd9d0643c330628b3942b81521a30": [3],
    ]

    /// The disk that has it.
    static func disk() -> InMemoryFileSystem {
        let files = InMemoryFileSystem()
        files.put([UInt8](journal.utf8), at: "/tmp/store/journal-00000001.jsonl")
        for (name, bytes) in media { files.put(bytes, at: "\(MediaFixture.folder)/\(name)") }
        return files
    }
}
