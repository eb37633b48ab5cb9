import Foundation
import Mocks

/// A store with statuses as the version wrote it that knew nobody's marks of posts only.
///
/// Its feed is `Feed(site: .demo)`, with `t3_a` to `t3_i` in two pages. At 1,700,000,000 and so many seconds: `t3_a`
/// and `t3_b` were read (10), `t3_b` and `t3_c` saved (11), `t3_c` became a favourite (12), `t3_a` was voted up (13)
/// and `t3_d` down (14), a vote on `t3_e` was taken back (16), `t3_f` was hidden (17), `t3_unknown` saved, which is no
/// stored post (18), `t3_g` saved (19) and no longer (20), `t3_h` dismissed (21), and then `t3_i` (22). The thread of
/// `t3_a` has `t1_a` with the reply `t1_b`, and `t1_c`; `t1_a` is collapsed, `t1_c` expanded (31), and it was visited
/// (32).
enum EarlierStatusStore {
    static let directory = "/tmp/store"
    static let journalPath = "\(directory)/journal-00000001.jsonl"

    /// Its journal, to the byte.
    static let journal =
        #"""
        {"journal":1,"segment":1,"next":1,"crc":"9d62a0f2"}
        {"collection":"arrivals","version":1}
        {"collection":"entries","version":1}
        {"collection":"feeds","version":1}
        {"collection":"posts","version":1}
        {"put":"posts","value":{"id":"demo/t3_a","title":"Post t3_a","author":"author","authorFullname":null\#
        ,"subreddit":"swift","created":1699996400.0,"commentCount":12,"score":34,"domain":null,"permalink":"\#
        /r/swift/comments/t3_a/","url":null,"thumbnail":null,"text":null,"flair":null,"media":{"kind":"text"\#
        ,"source":null,"previews":[],"gallery":[],"video":null},"isNSFW":null,"isSpoiler":null,"isStickied":\#
        null,"edited":null}}
        {"put":"posts","value":{"id":"demo/t3_b","title":"Post t3_b","author":"author","authorFullname":null\#
        ,"subreddit":"swift","created":1699996400.0,"commentCount":12,"score":34,"domain":null,"permalink":"\#
        /r/swift/comments/t3_b/","url":null,"thumbnail":null,"text":null,"flair":null,"media":{"kind":"text"\#
        ,"source":null,"previews":[],"gallery":[],"video":null},"isNSFW":null,"isSpoiler":null,"isStickied":\#
        null,"edited":null}}
        {"put":"posts","value":{"id":"demo/t3_c","title":"Post t3_c","author":"author","authorFullname":null\#
        ,"subreddit":"swift","created":1699996400.0,"commentCount":12,"score":34,"domain":null,"permalink":"\#
        /r/swift/comments/t3_c/","url":null,"thumbnail":null,"text":null,"flair":null,"media":{"kind":"text"\#
        ,"source":null,"previews":[],"gallery":[],"video":null},"isNSFW":null,"isSpoiler":null,"isStickied":\#
        null,"edited":null}}
        {"put":"posts","value":{"id":"demo/t3_d","title":"Post t3_d","author":"author","authorFullname":null\#
        ,"subreddit":"swift","created":1699996400.0,"commentCount":12,"score":34,"domain":null,"permalink":"\#
        /r/swift/comments/t3_d/","url":null,"thumbnail":null,"text":null,"flair":null,"media":{"kind":"text"\#
        ,"source":null,"previews":[],"gallery":[],"video":null},"isNSFW":null,"isSpoiler":null,"isStickied":\#
        null,"edited":null}}
        {"put":"posts","value":{"id":"demo/t3_e","title":"Post t3_e","author":"author","authorFullname":null\#
        ,"subreddit":"swift","created":1699996400.0,"commentCount":12,"score":34,"domain":null,"permalink":"\#
        /r/swift/comments/t3_e/","url":null,"thumbnail":null,"text":null,"flair":null,"media":{"kind":"text"\#
        ,"source":null,"previews":[],"gallery":[],"video":null},"isNSFW":null,"isSpoiler":null,"isStickied":\#
        null,"edited":null}}
        {"put":"posts","value":{"id":"demo/t3_f","title":"Post t3_f","author":"author","authorFullname":null\#
        ,"subreddit":"swift","created":1699996400.0,"commentCount":12,"score":34,"domain":null,"permalink":"\#
        /r/swift/comments/t3_f/","url":null,"thumbnail":null,"text":null,"flair":null,"media":{"kind":"text"\#
        ,"source":null,"previews":[],"gallery":[],"video":null},"isNSFW":null,"isSpoiler":null,"isStickied":\#
        null,"edited":null}}
        {"put":"posts","value":{"id":"demo/t3_g","title":"Post t3_g","author":"author","authorFullname":null\#
        ,"subreddit":"swift","created":1699996400.0,"commentCount":12,"score":34,"domain":null,"permalink":"\#
        /r/swift/comments/t3_g/","url":null,"thumbnail":null,"text":null,"flair":null,"media":{"kind":"text"\#
        ,"source":null,"previews":[],"gallery":[],"video":null},"isNSFW":null,"isSpoiler":null,"isStickied":\#
        null,"edited":null}}
        {"put":"arrivals","value":{"id":"demo/t3_a","date":1700000000.0}}
        {"put":"arrivals","value":{"id":"demo/t3_b","date":1700000000.0}}
        {"put":"arrivals","value":{"id":"demo/t3_c","date":1700000000.0}}
        {"put":"arrivals","value":{"id":"demo/t3_d","date":1700000000.0}}
        {"put":"arrivals","value":{"id":"demo/t3_e","date":1700000000.0}}
        {"put":"arrivals","value":{"id":"demo/t3_f","date":1700000000.0}}
        {"put":"arrivals","value":{"id":"demo/t3_g","date":1700000000.0}}
        {"put":"entries","value":{"id":"demo|-|hot|-|home|demo/t3_a","feed":"demo|-|hot|-|home","rank":-4294\#
        967295,"post":"demo/t3_a","gap":null}}
        {"put":"entries","value":{"id":"demo|-|hot|-|home|demo/t3_b","feed":"demo|-|hot|-|home","rank":-4294\#
        967294,"post":"demo/t3_b","gap":null}}
        {"put":"entries","value":{"id":"demo|-|hot|-|home|demo/t3_c","feed":"demo|-|hot|-|home","rank":-4294\#
        967293,"post":"demo/t3_c","gap":null}}
        {"put":"entries","value":{"id":"demo|-|hot|-|home|demo/t3_d","feed":"demo|-|hot|-|home","rank":-4294\#
        967292,"post":"demo/t3_d","gap":null}}
        {"put":"entries","value":{"id":"demo|-|hot|-|home|demo/t3_e","feed":"demo|-|hot|-|home","rank":-4294\#
        967291,"post":"demo/t3_e","gap":null}}
        {"put":"entries","value":{"id":"demo|-|hot|-|home|demo/t3_f","feed":"demo|-|hot|-|home","rank":-4294\#
        967290,"post":"demo/t3_f","gap":null}}
        {"put":"entries","value":{"id":"demo|-|hot|-|home|demo/t3_g","feed":"demo|-|hot|-|home","rank":-4294\#
        967289,"post":"demo/t3_g","gap":null}}
        {"put":"feeds","value":{"id":"demo|-|hot|-|home","site":"demo","account":null,"source":"home","sort"\#
        :"hot","period":null,"cursor":"c1","isEnd":false,"headCursor":"c1","headLast":"demo/t3_g","refreshed\#
        ":1700000000.0,"firstCount":7,"firstLast":"demo/t3_g","firstNext":"c1","revision":null}}
        {"commit":1,"bytes":4816,"crc":"65d03035"}
        {"put":"posts","value":{"id":"demo/t3_h","title":"Post t3_h","author":"author","authorFullname":null\#
        ,"subreddit":"swift","created":1699996400.0,"commentCount":12,"score":34,"domain":null,"permalink":"\#
        /r/swift/comments/t3_h/","url":null,"thumbnail":null,"text":null,"flair":null,"media":{"kind":"text"\#
        ,"source":null,"previews":[],"gallery":[],"video":null},"isNSFW":null,"isSpoiler":null,"isStickied":\#
        null,"edited":null}}
        {"put":"posts","value":{"id":"demo/t3_i","title":"Post t3_i","author":"author","authorFullname":null\#
        ,"subreddit":"swift","created":1699996400.0,"commentCount":12,"score":34,"domain":null,"permalink":"\#
        /r/swift/comments/t3_i/","url":null,"thumbnail":null,"text":null,"flair":null,"media":{"kind":"text"\#
        ,"source":null,"previews":[],"gallery":[],"video":null},"isNSFW":null,"isSpoiler":null,"isStickied":\#
        null,"edited":null}}
        {"put":"arrivals","value":{"id":"demo/t3_h","date":1700000001.0}}
        {"put":"arrivals","value":{"id":"demo/t3_i","date":1700000001.0}}
        {"put":"entries","value":{"id":"demo|-|hot|-|home|demo/t3_h","feed":"demo|-|hot|-|home","rank":-4294\#
        967288,"post":"demo/t3_h","gap":null}}
        {"put":"entries","value":{"id":"demo|-|hot|-|home|demo/t3_i","feed":"demo|-|hot|-|home","rank":-4294\#
        967287,"post":"demo/t3_i","gap":null}}
        {"put":"feeds","value":{"id":"demo|-|hot|-|home","site":"demo","account":null,"source":"home","sort"\#
        :"hot","period":null,"cursor":"c2","isEnd":false,"headCursor":"c2","headLast":"demo/t3_i","refreshed\#
        ":1700000000.0,"firstCount":7,"firstLast":"demo/t3_g","firstNext":"c1","revision":null}}
        {"commit":2,"bytes":1541,"crc":"1e189999"}
        {"collection":"statuses","version":1}
        {"put":"statuses","value":{"id":"demo/t3_a","isRead":true,"isSaved":false,"isFavourite":false,"isDis\#
        missed":false,"isHidden":false,"vote":null,"savedAt":null,"favouritedAt":null,"firstSeen":1700000010\#
        .0,"changed":1700000010.0,"dates":{"read":1700000010.0,"saved":null,"favourite":null,"dismissed":nul\#
        l,"hidden":null,"vote":null}}}
        {"put":"statuses","value":{"id":"demo/t3_b","isRead":true,"isSaved":false,"isFavourite":false,"isDis\#
        missed":false,"isHidden":false,"vote":null,"savedAt":null,"favouritedAt":null,"firstSeen":1700000010\#
        .0,"changed":1700000010.0,"dates":{"read":1700000010.0,"saved":null,"favourite":null,"dismissed":nul\#
        l,"hidden":null,"vote":null}}}
        {"commit":3,"bytes":700,"crc":"1382932f"}
        {"put":"statuses","value":{"id":"demo/t3_b","isRead":true,"isSaved":true,"isFavourite":false,"isDism\#
        issed":false,"isHidden":false,"vote":null,"savedAt":1700000011.0,"favouritedAt":null,"firstSeen":170\#
        0000010.0,"changed":1700000011.0,"dates":{"read":1700000010.0,"saved":1700000011.0,"favourite":null,\#
        "dismissed":null,"hidden":null,"vote":null}}}
        {"put":"statuses","value":{"id":"demo/t3_c","isRead":false,"isSaved":true,"isFavourite":false,"isDis\#
        missed":false,"isHidden":false,"vote":null,"savedAt":1700000011.0,"favouritedAt":null,"firstSeen":17\#
        00000011.0,"changed":1700000011.0,"dates":{"read":null,"saved":1700000011.0,"favourite":null,"dismis\#
        sed":null,"hidden":null,"vote":null}}}
        {"commit":4,"bytes":685,"crc":"e972e0bb"}
        {"put":"statuses","value":{"id":"demo/t3_c","isRead":false,"isSaved":true,"isFavourite":true,"isDism\#
        issed":false,"isHidden":false,"vote":null,"savedAt":1700000011.0,"favouritedAt":1700000012.0,"firstS\#
        een":1700000011.0,"changed":1700000012.0,"dates":{"read":null,"saved":1700000011.0,"favourite":17000\#
        00012.0,"dismissed":null,"hidden":null,"vote":null}}}
        {"commit":5,"bytes":354,"crc":"57b7fe59"}
        {"put":"statuses","value":{"id":"demo/t3_a","isRead":true,"isSaved":false,"isFavourite":false,"isDis\#
        missed":false,"isHidden":false,"vote":"up","savedAt":null,"favouritedAt":null,"firstSeen":1700000010\#
        .0,"changed":1700000013.0,"dates":{"read":1700000010.0,"saved":null,"favourite":null,"dismissed":nul\#
        l,"hidden":null,"vote":1700000013.0}}}
        {"commit":6,"bytes":339,"crc":"532fdfbf"}
        {"put":"statuses","value":{"id":"demo/t3_d","isRead":false,"isSaved":false,"isFavourite":false,"isDi\#
        smissed":false,"isHidden":false,"vote":"down","savedAt":null,"favouritedAt":null,"firstSeen":1700000\#
        014.0,"changed":1700000014.0,"dates":{"read":null,"saved":null,"favourite":null,"dismissed":null,"hi\#
        dden":null,"vote":1700000014.0}}}
        {"commit":7,"bytes":334,"crc":"48dea9b2"}
        {"put":"statuses","value":{"id":"demo/t3_e","isRead":false,"isSaved":false,"isFavourite":false,"isDi\#
        smissed":false,"isHidden":false,"vote":"up","savedAt":null,"favouritedAt":null,"firstSeen":170000001\#
        5.0,"changed":1700000015.0,"dates":{"read":null,"saved":null,"favourite":null,"dismissed":null,"hidd\#
        en":null,"vote":1700000015.0}}}
        {"commit":8,"bytes":332,"crc":"6e4da490"}
        {"put":"statuses","value":{"id":"demo/t3_e","isRead":false,"isSaved":false,"isFavourite":false,"isDi\#
        smissed":false,"isHidden":false,"vote":null,"savedAt":null,"favouritedAt":null,"firstSeen":170000001\#
        5.0,"changed":1700000016.0,"dates":{"read":null,"saved":null,"favourite":null,"dismissed":null,"hidd\#
        en":null,"vote":1700000016.0}}}
        {"commit":9,"bytes":332,"crc":"0ee62a4d"}
        {"put":"statuses","value":{"id":"demo/t3_f","isRead":false,"isSaved":false,"isFavourite":false,"isDi\#
        smissed":false,"isHidden":true,"vote":null,"savedAt":null,"favouritedAt":null,"firstSeen":1700000017\#
        .0,"changed":1700000017.0,"dates":{"read":null,"saved":null,"favourite":null,"dismissed":null,"hidde\#
        n":1700000017.0,"vote":null}}}
        {"commit":10,"bytes":331,"crc":"96ae0d8e"}
        {"put":"statuses","value":{"id":"demo/t3_unknown","isRead":false,"isSaved":true,"isFavourite":false,\#
        "isDismissed":false,"isHidden":false,"vote":null,"savedAt":1700000018.0,"favouritedAt":null,"firstSe\#
        en":1700000018.0,"changed":1700000018.0,"dates":{"read":null,"saved":1700000018.0,"favourite":null,"\#
        dismissed":null,"hidden":null,"vote":null}}}
        {"commit":11,"bytes":345,"crc":"21d3184a"}
        {"put":"statuses","value":{"id":"demo/t3_g","isRead":false,"isSaved":true,"isFavourite":false,"isDis\#
        missed":false,"isHidden":false,"vote":null,"savedAt":1700000019.0,"favouritedAt":null,"firstSeen":17\#
        00000019.0,"changed":1700000019.0,"dates":{"read":null,"saved":1700000019.0,"favourite":null,"dismis\#
        sed":null,"hidden":null,"vote":null}}}
        {"commit":12,"bytes":339,"crc":"7447ef65"}
        {"put":"statuses","value":{"id":"demo/t3_g","isRead":false,"isSaved":false,"isFavourite":false,"isDi\#
        smissed":false,"isHidden":false,"vote":null,"savedAt":null,"favouritedAt":null,"firstSeen":170000001\#
        9.0,"changed":1700000020.0,"dates":{"read":null,"saved":1700000020.0,"favourite":null,"dismissed":nu\#
        ll,"hidden":null,"vote":null}}}
        {"commit":13,"bytes":332,"crc":"febfd074"}
        {"collection":"dismissals","version":1}
        {"put":"statuses","value":{"id":"demo/t3_h","isRead":false,"isSaved":false,"isFavourite":false,"isDi\#
        smissed":true,"isHidden":false,"vote":null,"savedAt":null,"favouritedAt":null,"firstSeen":1700000021\#
        .0,"changed":1700000021.0,"dates":{"read":null,"saved":null,"favourite":null,"dismissed":1700000021.\#
        0,"hidden":null,"vote":null}}}
        {"put":"dismissals","value":{"id":1,"posts":["demo/t3_h"],"date":1700000021.0}}
        {"commit":14,"bytes":451,"crc":"065d89bb"}
        {"put":"statuses","value":{"id":"demo/t3_i","isRead":false,"isSaved":false,"isFavourite":false,"isDi\#
        smissed":true,"isHidden":false,"vote":null,"savedAt":null,"favouritedAt":null,"firstSeen":1700000022\#
        .0,"changed":1700000022.0,"dates":{"read":null,"saved":null,"favourite":null,"dismissed":1700000022.\#
        0,"hidden":null,"vote":null}}}
        {"put":"dismissals","value":{"id":2,"posts":["demo/t3_i"],"date":1700000022.0}}
        {"commit":15,"bytes":411,"crc":"8f6cbc4f"}
        {"collection":"comments","version":1}
        {"collection":"threadParts","version":1}
        {"collection":"threads","version":1}
        {"put":"comments","value":{"id":"demo/t1_a","post":"demo/t3_a","parent":null,"depth":0,"author":"aut\#
        hor","authorFullname":null,"body":"Comment t1_a","score":3,"isScoreHidden":null,"created":1699998200\#
        .0,"edited":null,"isStickied":null,"isSubmitter":null,"distinguished":null,"isCollapsed":null,"colla\#
        psedReason":null,"removal":null}}
        {"put":"comments","value":{"id":"demo/t1_b","post":"demo/t3_a","parent":"demo/t1_a","depth":1,"autho\#
        r":"author","authorFullname":null,"body":"Comment t1_b","score":3,"isScoreHidden":null,"created":169\#
        9998200.0,"edited":null,"isStickied":null,"isSubmitter":null,"distinguished":null,"isCollapsed":null\#
        ,"collapsedReason":null,"removal":null}}
        {"put":"comments","value":{"id":"demo/t1_c","post":"demo/t3_a","parent":null,"depth":0,"author":"aut\#
        hor","authorFullname":null,"body":"Comment t1_c","score":3,"isScoreHidden":null,"created":1699998200\#
        .0,"edited":null,"isStickied":null,"isSubmitter":null,"distinguished":null,"isCollapsed":null,"colla\#
        psedReason":null,"removal":null}}
        {"put":"threadParts","value":{"id":"demo/t3_a|0","comments":["t1_a","t1_b","t1_c"],"more":[]}}
        {"put":"threads","value":{"id":"demo/t3_a","sort":null,"fetched":1700000030.0,"source":"mock","compl\#
        eteness":"full","count":3,"partCount":1,"changes":1,"placeholders":0}}
        {"commit":16,"bytes":1391,"crc":"5ee12096"}
        {"collection":"threadMarks","version":1}
        {"put":"threadMarks","value":{"id":"demo/t3_a","visited":null,"changed":1700000031.0,"folded":["t1_a\#
        "],"unfolded":["t1_c"],"seenPartCount":0}}
        {"commit":17,"bytes":184,"crc":"e303ff00"}
        {"collection":"threadSeen","version":1}
        {"put":"threadSeen","value":{"id":"demo/t3_a|0","comments":["t1_a","t1_b","t1_c"]}}
        {"put":"threadMarks","value":{"id":"demo/t3_a","visited":1700000032.0,"changed":1700000032.0,"folded\#
        ":["t1_a"],"unfolded":["t1_c"],"seenPartCount":1}}
        {"commit":18,"bytes":275,"crc":"6af11f77"}

        """#

    /// The files that are derived from the journal, in base 64.
    private static let derived: [(name: String, text: String)] = [
        (
            "index-00000001.runs",
            """
            CQAAAAAAAABEAAAAAAAAAAAAAAABAAAAAgAAAAMAAAAEAAAABQAAAAYAAAAHAAAACAAAAP/xZGVtb3wtfGhvdHwtfGhvbWUB\
            AjdmZmZmZmZmMDAwMDAwMDEA//FkZW1vfC18aG90fC18aG9tZXxkZW1vL3QzX2EA//FkZW1vfC18aG90fC18aG9tZQECN2Zm\
            ZmZmZmYwMDAwMDAwMgD/8WRlbW98LXxob3R8LXxob21lfGRlbW8vdDNfYgD/8WRlbW98LXxob3R8LXxob21lAQI3ZmZmZmZm\
            ZjAwMDAwMDAzAP/xZGVtb3wtfGhvdHwtfGhvbWV8ZGVtby90M19jAP/xZGVtb3wtfGhvdHwtfGhvbWUBAjdmZmZmZmZmMDAw\
            MDAwMDQA//FkZW1vfC18aG90fC18aG9tZXxkZW1vL3QzX2QA//FkZW1vfC18aG90fC18aG9tZQECN2ZmZmZmZmYwMDAwMDAw\
            NQD/8WRlbW98LXxob3R8LXxob21lfGRlbW8vdDNfZQD/8WRlbW98LXxob3R8LXxob21lAQI3ZmZmZmZmZjAwMDAwMDA2AP/x\
            ZGVtb3wtfGhvdHwtfGhvbWV8ZGVtby90M19mAP/xZGVtb3wtfGhvdHwtfGhvbWUBAjdmZmZmZmZmMDAwMDAwMDcA//FkZW1v\
            fC18aG90fC18aG9tZXxkZW1vL3QzX2cA//FkZW1vfC18aG90fC18aG9tZQECN2ZmZmZmZmYwMDAwMDAwOAD/8WRlbW98LXxo\
            b3R8LXxob21lfGRlbW8vdDNfaAD/8WRlbW98LXxob3R8LXxob21lAQI3ZmZmZmZmZjAwMDAwMDA5AP/xZGVtb3wtfGhvdHwt\
            fGhvbWV8ZGVtby90M19pAEQAAACYAgAAWElBwJEPlhwJAAAACQAAAP/xZGVtb3wtfGhvdHwtfGhvbWUBAjdmZmZmZmZmMDAw\
            MDAwMDEA//FkZW1vfC18aG90fC18aG9tZXxkZW1vL3QzX2EACQAAAAAAAAAeAAAAAAAAAAAAAAABAAAAAgAAAAMAAAAEAAAA\
            BQAAAAYAAAAHAAAACAAAAP/xZGVtb3wtfGhvdHwtfGhvbWV8ZGVtby90M19hAP/xZGVtb3wtfGhvdHwtfGhvbWV8ZGVtby90\
            M19iAP/xZGVtb3wtfGhvdHwtfGhvbWV8ZGVtby90M19jAP/xZGVtb3wtfGhvdHwtfGhvbWV8ZGVtby90M19kAP/xZGVtb3wt\
            fGhvdHwtfGhvbWV8ZGVtby90M19lAP/xZGVtb3wtfGhvdHwtfGhvbWV8ZGVtby90M19mAP/xZGVtb3wtfGhvdHwtfGhvbWV8\
            ZGVtby90M19nAP/xZGVtb3wtfGhvdHwtfGhvbWV8ZGVtby90M19oAP/xZGVtb3wtfGhvdHwtfGhvbWV8ZGVtby90M19pAB4A\
            AABCAQAAJPRXpyg1Fk8JAAAACQAAAP/xZGVtb3wtfGhvdHwtfGhvbWV8ZGVtby90M19hACBCAAgIICABACAQ0EGABAgJAAAE\
            AAAFAgAAABQQEAUAAAAAAAoAAADoIgCAICAAQAQlAAAAAAUogEACAA4AABIJAAAAAAAAAAQAAAAQAAAAAAAAAAEAAAACAAAA\
            AwAAAAQAAAAFAAAABgAAAAcAAAAIAAAAAAAAAAEAAABYk04LcAAALw4AAAAAAAABAQAAAMFQ9vVwAAC6DgAAAAAAAAIBAAAA\
            fmyMBHAAAEUPAAAAAAAAAwEAAAAu4vD7cAAA0A8AAAAAAAAEAQAAAL2dEfxwAABbEAAAAAAAAAUBAAAAJF6pAnAAAOYQAAAA\
            AAAABgEAAACnW+bMcAAAcREAAAAAAAAHAQAAAGVOEjBwAAAWFwAAAAAAAAgBAAAAc4KyKXAAAKEXAAAABAAAAOgAAADfiMWz\
            joTX7QkAAAAJAAAAAAAAAA5pbmRleDpwb3NpdGlvbpgCAAAAAAAAXAAAAAAAAAAAAAAAAAAAAAkAAAAAAAAACQAAAAAAAAA1\
            1/4H6tbDFQAAAAAAAAAAAmlkQgEAAAAAAAA2AAAAAAAAAEAAAAAAAAAACQAAAAAAAAAJAAAAAAAAAKVaCLX/KMR49K5fwMS5\
            bPsFc2xvdHPoAAAAAAAAABwAAAAAAAAAAAAAAAAAAAAJAAAAAAAAAAkAAAAAAAAAhUHfL2ct57sAAAAAAAAAAMAAAAAAAAAA\
            paOvLyJvr7RMVFJOUlVOMQ==
            """
        ),
        (
            "index-00000002.runs",
            """
            CgAAAAACAAAAAAAAAAAAAAAAAAADAAAABAAAAAUAAAAHAAAACAAAAAkAAAABAAAAAgAAAAYAAAAOAA4ADgAOAA4ADgAOABUA\
            FQAbAAAA//FkZW1vL3QzX2EAAAD/8WRlbW8vdDNfZAAAAP/xZGVtby90M19lAAAA//FkZW1vL3QzX2YAAAD/8WRlbW8vdDNf\
            ZwAAAP/xZGVtby90M19oAAAA//FkZW1vL3QzX2kAwdlU/ELAAAAA//FkZW1vL3QzX2IAwdlU/ELAAAAA//FkZW1vL3QzX2MA\
            wdlU/ESAAAAA//FkZW1vL3QzX3Vua25vd24ADgAAAPMAAACmKMTe+DHSVgoAAAAKAAAAAAD/8WRlbW8vdDNfYQAKAAAAAAIA\
            AAAAAAAAAAAAAAAAAAEAAAADAAAABAAAAAUAAAAHAAAACAAAAAkAAAAGAAAAAgAAAA4ADgAOAA4ADgAOAA4ADgAUABUAAAD/\
            8WRlbW8vdDNfYQAAAP/xZGVtby90M19iAAAA//FkZW1vL3QzX2QAAAD/8WRlbW8vdDNfZQAAAP/xZGVtby90M19mAAAA//Fk\
            ZW1vL3QzX2cAAAD/8WRlbW8vdDNfaAAAAP/xZGVtby90M19pAAAA//FkZW1vL3QzX3Vua25vd24AwdlU/EMAAAAA//FkZW1v\
            L3QzX2MADgAAAOUAAADX+e6G35GZ4goAAAAKAAAAAAD/8WRlbW8vdDNfYQAKAAAAAAIAAAAAAAAAAAAAAAAAAAEAAAACAAAA\
            AwAAAAQAAAAFAAAABwAAAAgAAAAJAAAABgAAAAwADAAMAAwADAAMAAwADAAMABIA//FkZW1vL3QzX2EA//FkZW1vL3QzX2IA\
            //FkZW1vL3QzX2MA//FkZW1vL3QzX2QA//FkZW1vL3QzX2UA//FkZW1vL3QzX2YA//FkZW1vL3QzX2cA//FkZW1vL3QzX2gA\
            //FkZW1vL3QzX2kA//FkZW1vL3QzX3Vua25vd24ADAAAAMoAAADncQwxLI50ngoAAAAKAAAA//FkZW1vL3QzX2EAIIBAQAIA\
            AQQKEIAkgCAAEAAAQlAIAAAEBAABAAEQKABAIEAEVAEAAIAgIoQCAJAoMgICCYgAAAAIAYEEogACQAoAAAAAAAAABAAAABAA\
            AAAAAAAAAQAAAAIAAAADAAAABAAAAAUAAAAGAAAABwAAAAgAAAAJAAAAAAAAAAEAAADof/X9NwEAwiAAAAAAAAABAQAAANgT\
            ILw+AQBfHAAAAAAAAAIBAAAAXfcnKEYBADYfAAAAAAAAAwEAAAAipBn0MgEAPyIAAAAAAAAEAQAAADz6UdgwAQAtJQAAAAAA\
            AAUBAAAAgJRHQC8BAKMmAAAAAAAABgEAAADQ/SguPQEAGSgAAAAAAAAHAQAAAKGPYGkwAQAbKwAAAAAAAAgBAAAAlNftgC8B\
            ALosAAAAAAAACQEAAADxyyi/LwEAgC4AAAAEAAAAAAEAAOg6bf7o/ws8CgAAAAoAAAAAAAAAC2luZGV4OnNhdmVk8wAAAAAA\
            AAAmAAAAAAAAAAAAAAAAAAAACgAAAAAAAAAKAAAAAAAAAP+7du/k718IAAAAAAAAAAAPaW5kZXg6ZmF2b3VyaXRl5QAAAAAA\
            AAAmAAAAAAAAAAAAAAAAAAAACgAAAAAAAAAKAAAAAAAAACNFtYa2B/3xAAAAAAAAAAACaWTKAAAAAAAAACQAAAAAAAAAQAAA\
            AAAAAAAKAAAAAAAAAAoAAAAAAAAATUQOaOwJyy3Ml9ia2RBjggVzbG90cwABAAAAAAAAHAAAAAAAAAAAAAAAAAAAAAoAAAAA\
            AAAACgAAAAAAAAAUkue4fWebCQAAAAAAAAAABQEAAAAAAAB9L0FZ2mX7zExUUk5SVU4x
            """
        ),
        (
            "index-00000003.runs",
            """
            AQAAAAAAAAAMAAAAAAAAAAAAAAD/8WRlbW8vdDNfYQAMAAAAIAAAAEgPNioLOtcxAQAAAAEAAAD/8WRlbW8vdDNfYQAAAAAA\
            AAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAIAAAAAAQAAAAAAAAAAAAAAAACAAABAAAAAAAAAAACAAAAAQAAAAAAAAAEAAAA\
            EAAAAAAAAAAAAAAAAQAAAJBacIV4AABDNwAAAAQAAAAoAAAAOiVdhxtagHkBAAAAAQAAAAAAAAACaWQgAAAAAAAAACQAAAAA\
            AAAAQAAAAAAAAAABAAAAAAAAAAEAAAAAAAAA8Phh4zZI7PqKtei7+8vXDgVzbG90cygAAAAAAAAAHAAAAAAAAAAAAAAAAAAA\
            AAEAAAAAAAAAAQAAAAAAAAA4xRDFjwvDPQAAAAAAAAAAeQAAAAAAAADv0gXa5niEaUxUUk5SVU4x
            """
        ),
        (
            "index-00000004.runs",
            """
            CQAAAAAAAAAMAAAAAAAAAAAAAAABAAAAAgAAAAMAAAAEAAAABQAAAAYAAAAHAAAACAAAAP/xZGVtby90M19hAP/xZGVtby90\
            M19iAP/xZGVtby90M19jAP/xZGVtby90M19kAP/xZGVtby90M19lAP/xZGVtby90M19mAP/xZGVtby90M19nAP/xZGVtby90\
            M19oAP/xZGVtby90M19pAAwAAACgAAAASlvSgR41WwcJAAAACQAAAP/xZGVtby90M19hACCAQEACAAEEChCABIAgABAAAEJQ\
            CAAABAQAAQABEAgAQCBABFQBAACAICIEAgCQKCICAgmAAAAACAGBBCIAAgAJAAAAAAAAABUAAAAQAAAAAAAAAAEAAAACAAAA\
            AwAAAAQAAAAFAAAABgAAAAcAAAAIAAAAPiarB0P///8A//FkZW1vL3QzX2EAcG9zdCB0M19hCmF1dGhvcj4mqwdD////AP/x\
            ZGVtby90M19iAHBvc3QgdDNfYgphdXRob3I+JqsHQ////wD/8WRlbW8vdDNfYwBwb3N0IHQzX2MKYXV0aG9yPiarB0P///8A\
            //FkZW1vL3QzX2QAcG9zdCB0M19kCmF1dGhvcj4mqwdD////AP/xZGVtby90M19lAHBvc3QgdDNfZQphdXRob3I+JqsHQ///\
            /wD/8WRlbW8vdDNfZgBwb3N0IHQzX2YKYXV0aG9yPiarB0P///8A//FkZW1vL3QzX2cAcG9zdCB0M19nCmF1dGhvcj4mqwdD\
            ////AP/xZGVtby90M19oAHBvc3QgdDNfaAphdXRob3I+JqsHQ////wD/8WRlbW8vdDNfaQBwb3N0IHQzX2kKYXV0aG9yFQAA\
            AIEBAAAn2qTksn9+pwkAAAAJAAAAPiarB0P///8A//FkZW1vL3QzX2EACQAAAAAAAAAEAAAAEAAAAAAAAAABAAAAAgAAAAMA\
            AAAEAAAABQAAAAYAAAAHAAAACAAAAAAAAAABAAAAoWHUEYwBANwAAAAAAAAAAQEAAACV5TivjAEAgQIAAAAAAAACAQAAAHlm\
            Y8WMAQAmBAAAAAAAAAMBAAAADJsN14wBAMsFAAAAAAAABAEAAADgGFa9jAEAcAcAAAAAAAAFAQAAANScugOMAQAVCQAAAAAA\
            AAYBAAAAOB/haYwBALoKAAAAAAAABwEAAAA+ZmcnjAEARhMAAAAAAAAIAQAAANLlPE2MAQDrFAAAAAQAAADoAAAA/HLN+0w5\
            jk0JAAAACQAAAAAAAAACaWSgAAAAAAAAACQAAAAAAAAAQAAAAAAAAAAJAAAAAAAAAAkAAAAAAAAAJzh6u+V6YNKHa2cBYk1m\
            xgxzZWFyY2g6d29yZHOBAQAAAAAAAC0AAAAAAAAAAAAAAAAAAAAJAAAAAAAAAAkAAAAAAAAAV72PX8jAXBEAAAAAAAAAAAVz\
            bG90c+gAAAAAAAAAHAAAAAAAAAAAAAAAAAAAAAkAAAAAAAAACQAAAAAAAAClF1fKi7wjRgAAAAAAAAAAvgAAAAAAAABZ8RRz\
            o27Uk0xUUk5SVU4x
            """
        ),
        (
            "index-00000005.runs",
            """
            AQAAAAAAAAAMAAAAAAAAAAAAAAD/8WRlbW8vdDNfYQAMAAAAIAAAAEgPNioLOtcxAQAAAAEAAAD/8WRlbW8vdDNfYQAAAAAA\
            AAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAIAAAAAAQAAAAAAAAAAAAAAAACAAABAAAAAAAAAAACAAAAAQAAAAAAAAAEAAAA\
            EAAAAAAAAAAAAAAAAQAAAJIj0MOQAAAJNQAAAAQAAAAoAAAA7z9Sux9+vt8BAAAAAQAAAAAAAAACaWQgAAAAAAAAACQAAAAA\
            AAAAQAAAAAAAAAABAAAAAAAAAAEAAAAAAAAA8Phh4zZI7PqKtei7+8vXDgVzbG90cygAAAAAAAAAHAAAAAAAAAAAAAAAAAAA\
            AAEAAAAAAAAAAQAAAAAAAABW5dJHcZhXDQAAAAAAAAAAeQAAAAAAAADbHBlH8EQ2GkxUUk5SVU4x
            """
        ),
        (
            "index-00000006.runs",
            """
            AwAAAAAAAAAMAAAAAAAAAAAAAAABAAAAAgAAAP/xZGVtby90MV9hAP/xZGVtby90MV9iAP/xZGVtby90MV9jAAwAAABAAAAA\
            AJjVvV6muboDAAAAAwAAAP/xZGVtby90MV9hAAAAAAAAEAIAAABAAAAAAAAAAAgAAAAAAAAAIAAACAAgECAAgAAAABEAAAIA\
            AAAAAAAAAABEAAA4AAYAAAAAAAADAAAAAAAAABUAAAATAAAAAAAAAAEAAAACAAAAPiarBYH///8A//FkZW1vL3QxX2EAYXV0\
            aG9yCmNvbW1lbnQgdDFfYT4mqwWB////AP/xZGVtby90MV9iAGF1dGhvcgpjb21tZW50IHQxX2I+JqsFgf///wD/8WRlbW8v\
            dDFfYwBhdXRob3IKY29tbWVudCB0MV9jFQAAAJQAAAACeH3zDr4uCQMAAAADAAAAPiarBYH///8A//FkZW1vL3QxX2EAAwAA\
            AAAAAAAEAAAAEAAAAAAAAAABAAAAAgAAAAAAAAABAAAA6IWrvTIBALowAAAAAAAAAQEAAAC+OGcuOQEACDIAAAAAAAACAQAA\
            AJ1F/6kyAQBdMwAAAAQAAABYAAAA9oxLPHF33EkDAAAAAwAAAAAAAAACaWRAAAAAAAAAACQAAAAAAAAAQAAAAAAAAAADAAAA\
            AAAAAAMAAAAAAAAAMF2zdnEkJFy2fDdWYhRglQxzZWFyY2g6d29yZHOUAAAAAAAAAC0AAAAAAAAAAAAAAAAAAAADAAAAAAAA\
            AAMAAAAAAAAAmmGG6GQpEUwAAAAAAAAAAAVzbG90c1gAAAAAAAAAHAAAAAAAAAAAAAAAAAAAAAMAAAAAAAAAAwAAAAAAAAAV\
            OoP2ahZRIwAAAAAAAAAAvgAAAAAAAAANQHJNFmi/IUxUUk5SVU4x
            """
        ),
        (
            "index-00000007.runs",
            """
            AgAAAAAAAAAJAAAAAAAAAAAAAAABAAAAv/AAAAAAAAAAwAAAAAAAAAAACQAAACoAAABIjRtac/4gCAIAAAACAAAAv/AAAAAA\
            AAAAAAAAEAAAAgAAAAAAABABAAAAAAAAAMAAAACAAAAAAACAIAAAAAAABAAAAAAAAAAAABAAIAAABAAAAAAAgAAAAAIAAAAA\
            AAAABAAAABAAAAAAAAAAAQAAAAAAAAABAAAAvFf6iTIAAAcuAAAAAAAAAQEAAABKcGTxMgAAzS8AAAAEAAAAQAAAADHX0OAg\
            gXrsAgAAAAIAAAAAAAAAAmlkKgAAAAAAAAAhAAAAAAAAAEAAAAAAAAAAAgAAAAAAAAACAAAAAAAAACOI6+F3ld4px+i9wCAR\
            0T4Fc2xvdHNAAAAAAAAAABwAAAAAAAAAAAAAAAAAAAACAAAAAAAAAAIAAAAAAAAAZ02VRE1PbvoAAAAAAAAAAHkAAAAAAAAA\
            hEzKVqXTnvlMVFJOUlVOMQ==
            """
        ),
        (
            "index-00000008.runs",
            """
            AQAAAAAAAAAOAAAAAAAAAAAAAAD/8WRlbW8vdDNfYXwwAA4AAAAiAAAA0id5ygBDVwIBAAAAAQAAAP/xZGVtby90M19hfDAA\
            IAAAgAAAAAAAAAAAAAAAAAAAIAAAAAAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAACAAAABAAAAAAIAAAAAAAAEAAAAAAAAA\
            BAAAABAAAAAAAAAAAAAAAAEAAABNL4W3QAAArjQAAAAEAAAAKAAAANi8eg7/edghAQAAAAEAAAAAAAAAAmlkIgAAAAAAAAAm\
            AAAAAAAAAEAAAAAAAAAAAQAAAAAAAAABAAAAAAAAACc+wiYrgdwL9m3fOtmLt7IFc2xvdHMoAAAAAAAAABwAAAAAAAAAAAAA\
            AAAAAAABAAAAAAAAAAEAAAAAAAAA7gx/bAhD3igAAAAAAAAAAHkAAAAAAAAAQz/uUUTJsIRMVFJOUlVOMQ==
            """
        ),
        (
            "index-00000009.runs",
            """
            AQAAAAAAAAAOAAAAAAAAAAAAAAD/8WRlbW8vdDNfYXwwAA4AAAAiAAAA0id5ygBDVwIBAAAAAQAAAP/xZGVtby90M19hfDAA\
            IAAAgAAAAAAAAAAAAAAAAAAAIAAAAAAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAACAAAABAAAAAAIAAAAAAAAEAAAAAAAAA\
            BAAAABAAAAAAAAAAAAAAAAEAAAA/A5TENgAA7jYAAAAEAAAAKAAAAD8v3XG3HlZDAQAAAAEAAAAAAAAAAmlkIgAAAAAAAAAm\
            AAAAAAAAAEAAAAAAAAAAAQAAAAAAAAABAAAAAAAAACc+wiYrgdwL9m3fOtmLt7IFc2xvdHMoAAAAAAAAABwAAAAAAAAAAAAA\
            AAAAAAABAAAAAAAAAAEAAAAAAAAARBNozD3bKv8AAAAAAAAAAHkAAAAAAAAAbBnYgsYDdExMVFJOUlVOMQ==
            """
        ),
        (
            "index-00000010.runs",
            """
            CQAAAAAAAAAMAAAAAAAAAAAAAAABAAAAAgAAAAMAAAAEAAAABQAAAAYAAAAHAAAACAAAAP/xZGVtby90M19hAP/xZGVtby90\
            M19iAP/xZGVtby90M19jAP/xZGVtby90M19kAP/xZGVtby90M19lAP/xZGVtby90M19mAP/xZGVtby90M19nAP/xZGVtby90\
            M19oAP/xZGVtby90M19pAAwAAACgAAAASlvSgR41WwcJAAAACQAAAP/xZGVtby90M19hACCAQEACAAEEChCABIAgABAAAEJQ\
            CAAABAQAAQABEAgAQCBABFQBAACAICIEAgCQKCICAgmAAAAACAGBBCIAAgAJAAAAAAAAAAQAAAAQAAAAAAAAAAEAAAACAAAA\
            AwAAAAQAAAAFAAAABgAAAAcAAAAIAAAAAAAAAAEAAAB/ZLj/JgAAYgwAAAAAAAABAQAAADd0zGEmAACkDAAAAAAAAAIBAAAA\
            D4QfFCYAAOYMAAAAAAAAAwEAAABWIshYJgAAKA0AAAAAAAAEAQAAAG7SGy0mAABqDQAAAAAAAAUBAAAAJsJvsyYAAKwNAAAA\
            AAAABgEAAAAeMrzGJgAA7g0AAAAAAAAHAQAAACwkhfcmAACTFgAAAAAAAAgBAAAAFNRWgiYAANUWAAAABAAAAOgAAACAtUwI\
            5YnpPwkAAAAJAAAAAAAAAAJpZKAAAAAAAAAAJAAAAAAAAABAAAAAAAAAAAkAAAAAAAAACQAAAAAAAAAnOHq75Xpg0odrZwFi\
            TWbGBXNsb3Rz6AAAAAAAAAAcAAAAAAAAAAAAAAAAAAAACQAAAAAAAAAJAAAAAAAAAKXSqWS8yrtTAAAAAAAAAAB5AAAAAAAA\
            ALHjqgXZA8G2TFRSTlJVTjE=
            """
        ),
        (
            "index-00000011.runs",
            """
            AQAAAAAAAAAUAAAAAAAAAAAAAAD/8WRlbW98LXxob3R8LXxob21lABQAAAAoAAAAwPh/sqxYe8YBAAAAAQAAAP/xZGVtb3wt\
            fGhvdHwtfGhvbWUAAAAAAAAAAACAAAAgAAAAAAAAAAAAAAgAAAAAAAAAAAAAAAAAAAAAAAAQgAAAAAAAAAAAAAAAAAAAAAAA\
            AAAASAEAAAAAAAAABAAAABAAAAAAAAAAAAAAAAEAAAAaNFNOCAEAKhgAAAAEAAAAKAAAAJAE5O37v00OAQAAAAEAAAAAAAAA\
            AmlkKAAAAAAAAAAsAAAAAAAAAEAAAAAAAAAAAQAAAAAAAAABAAAAAAAAAGq4c9TUmKG234pEPRaTfLMFc2xvdHMoAAAAAAAA\
            ABwAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAEAAAAAAAAAcqUqsitVw/MAAAAAAAAAAHkAAAAAAAAAaD+yGSfwEx9MVFJOUlVO\
            MQ==
            """
        ),
        (
            "manifest",
            """
            TUxUTgEAAAABAAAAAQAAAAAAAADoNwAAAAAAABMAAAAAAAAAAQAAAAEAAAABAAAAAAAAAAEAAADoNwAAAAAAAAEAAAAAAAAA\
            Na9BRL+mVQMLAAAACAAAAGFycml2YWxzAQAAAAAAAAAIAAAAY29tbWVudHMBAAAAAAAAAAoAAABkaXNtaXNzYWxzAQAAAAAA\
            AAAHAAAAZW50cmllcwEAAAAAAAAABQAAAGZlZWRzAQAAAAAAAAAFAAAAcG9zdHMBAAAAAAAAAAgAAABzdGF0dXNlcwEAAAAA\
            AAAACwAAAHRocmVhZE1hcmtzAQAAAAAAAAALAAAAdGhyZWFkUGFydHMBAAAAAAAAAAoAAAB0aHJlYWRTZWVuAQAAAAAAAAAH\
            AAAAdGhyZWFkcwEAAAAAAAAAEQAAAAgAAABhcnJpdmFscwEAAAAAAAAACAAAAGNvbW1lbnRzAQAAAAAAAAAKAAAAZGlzbWlz\
            c2FscwEAAAAAAAAABwAAAGVudHJpZXMBAAAAAAAAAAYAAABleHRyYXMBAAAAAAAAAAUAAABmZWVkcwEAAAAAAAAABQAAAG1l\
            ZGlhAQAAAAAAAAAKAAAAbWVkaWFIb2xkcwEAAAAAAAAACwAAAG1lZGlhUGxhY2VzAQAAAAAAAAAGAAAAcGFja2VkAQAAAAAA\
            AAAFAAAAcGFja3MBAAAAAAAAAAUAAABwb3N0cwEAAAAAAAAACAAAAHN0YXR1c2VzAQAAAAAAAAALAAAAdGhyZWFkTWFya3MB\
            AAAAAAAAAAsAAAB0aHJlYWRQYXJ0cwEAAAAAAAAACgAAAHRocmVhZFNlZW4BAAAAAAAAAAcAAAB0aHJlYWRzAQAAAAAAAAAA\
            AAAADAAAAAAAAAARAAAACAAAAGFycml2YWxzCgAAAGFycml2YWxzIDEJAAAAAAAAAAkAAAAAAAAAUgIAAAAAAAACAAAAAAAA\
            AAAAAAABAAAACgAAAAAAAACZAgAAAAAAALHjqgXZA8G2CAAAAGNvbW1lbnRzJwAAAGNvbW1lbnRzIDEKc2VhcmNoIHdvcmRz\
            IDEgMSBieSBuZXdlc3QgMQMAAAAAAAAAAwAAAAAAAADxAwAAAAAAABAAAAAAAAAAAAAAAAEAAAAGAAAAAAAAAK8CAAAAAAAA\
            DUByTRZovyEKAAAAZGlzbWlzc2FscwwAAABkaXNtaXNzYWxzIDECAAAAAAAAAAIAAAAAAAAAoAAAAAAAAAAPAAAAAAAAAAAA\
            AAABAAAABwAAAAAAAAB4AQAAAAAAAIRMylal0575BwAAAGVudHJpZXMaAAAAZW50cmllcyAxCmluZGV4IHBvc2l0aW9uIDEJ\
            AAAAAAAAAAkAAAAAAAAA4wQAAAAAAAACAAAAAAAAAAAAAAABAAAAAQAAAAAAAACIBgAAAAAAAKWjry8ib6+0BgAAAGV4dHJh\
            cwgAAABleHRyYXMgMQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAFAAAAZmVlZHMHAAAAZmVlZHMg\
            MQEAAAAAAAAAAQAAAAAAAAAhAQAAAAAAAAIAAAAAAAAAAAAAAAEAAAALAAAAAAAAAGkBAAAAAAAAaD+yGSfwEx8FAAAAbWVk\
            aWEHAAAAbWVkaWEgMQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKAAAAbWVkaWFIb2xkcxkAAABt\
            ZWRpYUhvbGRzIDEKaW5kZXggcG9zdCAxAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAsAAABtZWRp\
            YVBsYWNlcx4AAABtZWRpYVBsYWNlcyAxCmluZGV4IHJlbGVhc2VkIDEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
            AAAAAAAAAAAABgAAAHBhY2tlZBYAAABwYWNrZWQgMQppbmRleCBvcmRlciAxAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
            AAAAAAAAAAAAAAAAAAUAAABwYWNrcxQAAABwYWNrcyAxCmluZGV4IGRhdGUgMQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
            AAAAAAAAAAAAAAAAAAAFAAAAcG9zdHMkAAAAcG9zdHMgMQpzZWFyY2ggd29yZHMgMSAxIGJ5IG5ld2VzdCAxCQAAAAAAAAAJ\
            AAAAAAAAAM0OAAAAAAAAAgAAAAAAAAAAAAAAAQAAAAQAAAAAAAAAjAQAAAAAAABZ8RRzo27UkwgAAABzdGF0dXNlcyoAAABz\
            dGF0dXNlcyAxCmluZGV4IHNhdmVkIDEKaW5kZXggZmF2b3VyaXRlIDEKAAAAAAAAAAoAAAAAAAAALw0AAAAAAAAPAAAAAAAA\
            AAAAAAABAAAAAgAAAAAAAACLBQAAAAAAAH0vQVnaZfvMCwAAAHRocmVhZE1hcmtzDQAAAHRocmVhZE1hcmtzIDEBAAAAAAAA\
            AAEAAAAAAAAAlwAAAAAAAAASAAAAAAAAAAAAAAABAAAAAwAAAAAAAABZAQAAAAAAAO/SBdrmeIRpCwAAAHRocmVhZFBhcnRz\
            DQAAAHRocmVhZFBhcnRzIDEBAAAAAAAAAAEAAAAAAAAAXwAAAAAAAAAQAAAAAAAAAAAAAAABAAAACAAAAAAAAABdAQAAAAAA\
            AEM/7lFEybCECgAAAHRocmVhZFNlZW4MAAAAdGhyZWFkU2VlbiAxAQAAAAAAAAABAAAAAAAAAFQAAAAAAAAAEgAAAAAAAAAA\
            AAAAAQAAAAkAAAAAAAAAXQEAAAAAAABsGdiCxgN0TAcAAAB0aHJlYWRzCQAAAHRocmVhZHMgMQEAAAAAAAAAAQAAAAAAAACr\
            AAAAAAAAABAAAAAAAAAAAAAAAAEAAAAFAAAAAAAAAFkBAAAAAAAA2xwZR/BENhqzAyvjsTWjGA==
            """
        ),
    ]

    /// A disk that has it.
    ///
    /// - Parameter withDerivedFiles: Whether it has all files, or the journal only.
    /// - Returns: The disk.
    static func disk(withDerivedFiles: Bool) -> InMemoryFileSystem {
        let files = InMemoryFileSystem()
        files.put([UInt8](journal.utf8), at: journalPath)
        guard withDerivedFiles else { return files }
        for (name, text) in derived {
            files.put([UInt8](Data(base64Encoded: text) ?? Data()), at: "\(directory)/\(name)")
        }
        return files
    }
}
